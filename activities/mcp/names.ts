// Names of tools for the model: distinct over all servers, and a function of server and tool alone, so that neither a restart
// nor the order of a listing changes them.
import { digestOf } from '../../workflows/contract/digest.ts';

const longest = 64;
const hashDigits = 12;
const plainServer = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
const plainTool = /^[A-Za-z0-9-][A-Za-z0-9_-]*$/;
const looksHashed = new RegExp(`_[0-9a-f]{${hashDigits}}$`);

/**
 * `server__tool` where that is reversible and fits; otherwise the same made legal and short, with a hash. A plain server has
 * no `__` and does not end in `_`, a plain tool does not begin with one: the first `__` parts them. No plain name looks hashed.
 */
export function modelName(server: string, tool: string): string {
  const name = `${server}__${tool}`;
  const plain =
    plainServer.test(server) && plainTool.test(tool) && name.length <= longest && !looksHashed.test(name);
  if (plain) return name;
  const legal = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, longest - hashDigits - 1);
  return `${legal}_${digestOf([server, tool]).slice(0, hashDigits)}`;
}

/** Tools by model-facing name. A name that two tools share (a hash made to collide) stands for neither. */
export function nameTools<T extends { server: string; name: string }>(tools: T[]): Map<string, T> {
  const named = new Map<string, T>();
  const shared = new Set<string>();
  for (const tool of tools) {
    const name = modelName(tool.server, tool.name);
    if (named.has(name)) shared.add(name);
    named.set(name, tool);
  }
  for (const name of shared) named.delete(name);
  return named;
}
