// Names in the config that lead nowhere: servers that are not configured, a model that nothing here serves.
import { whyUnserved } from '../../activities/model/model-config.ts';
import { isJsonObject } from '../../workflows/contract/json.ts';
import type { Path } from './document.ts';

/** Takes a config in any state: what has the wrong shape is somebody else's to report. */
export function strayNames(config: unknown): { path: Path; message: string }[] {
  const { model, models, mcpServers, policy } = part(config);
  const found: { path: Path; message: string }[] = [];
  if (typeof model === 'string' && model.includes('/')) {
    const unserved = whyUnserved(model, part(models));
    if (unserved !== null) found.push({ path: ['model'], message: unserved });
  }
  const servers = Object.keys(part(mcpServers));
  const check = (name: unknown, path: Path) => {
    if (typeof name !== 'string' || servers.includes(name)) return;
    const message = `no server ${JSON.stringify(name)} in mcpServers; there are: ${servers.join(', ') || 'none'}`;
    found.push({ path, message });
  };
  const { rules, servers: defaults } = part(policy);
  for (const [index, rule] of (Array.isArray(rules) ? rules : []).entries()) {
    check(part(rule)['server'], ['policy', 'rules', index, 'server']);
  }
  for (const name of Object.keys(part(defaults))) check(name, ['policy', 'servers', name]);
  return found;
}

function part(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
