// Tools that a person could take for one another. A rule matches the exact name only, so the double of a guarded tool is not guarded.
import type { ToolName } from '../../workflows/contract/policy-report.ts';
import { skeleton } from './confusables.ts';

/** Groups of two or more; the same name on two servers is no look-alike, for the server is always shown with it. */
export function lookAlikes(tools: ToolName[]): ToolName[][] {
  const byLook = Map.groupBy(tools, ({ tool }) => skeleton(tool));
  byLook.delete('');
  const groups = [...byLook.values()].filter((group) => new Set(group.map(({ tool }) => tool)).size > 1);
  return [...groups, ...posers(tools, byLook)];
}

/** A tool whose name reads like another server's name and its tool's: "fs_delete", beside "delete" of "fs". */
function posers(tools: ToolName[], byLook: Map<string, ToolName[]>): ToolName[][] {
  return tools.flatMap((tool) => {
    const alike = byLook.get(skeleton(`${tool.server}/${tool.tool}`)) ?? [];
    const others = alike.filter(({ server }) => server !== tool.server);
    return others.length > 0 ? [[tool, ...others]] : [];
  });
}
