// The client under test, run by the conformance suite as `client.ts URL`. Tools, calls and questions go through the product's
// own code; what the product has no use for (resources, prompts) is not called by hand: the suite skips its checks of that.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerTool } from '../../activities/mcp/catalogue.ts';
import { whyInvalid } from '../../workflows/contract/arguments.ts';
import { LegOutcome, ToolLeg } from '../../workflows/contract/call.ts';
import { isJsonObject, type JsonObject } from '../../workflows/contract/json.ts';
import { nextLeg } from './answers.ts';
import { openHost, serverName, type Host } from './host.ts';

type Call = { tool: ServerTool; arguments: JsonObject };

const legMs = 20_000;
const url = process.argv.at(-1) ?? '';
const given: Record<string, JsonObject> = {
  add_numbers: { a: 5, b: 3 },
  valid_tool: { region: 'us-west1' },
  lookup_user: { id: 'ada' },
};

let elsewhere = 0;
const host = openHost(url);
try {
  const listing = await host.list();
  if ('problem' in listing) throw new Error(listing.problem);
  const send = process.env['ADJOURN_CONFORMANCE_NEW_PROCESS'] ? sendElsewhere : host.send;
  await settle(legsOf(callsOf(listing.tools)), send);
  console.log(`played to the end, ${elsewhere} legs in new processes`);
} finally {
  await host.close();
}

/** The suite names calls in its context, or has each tool called once. */
function callsOf(tools: ServerTool[]): Call[] {
  const find = (name: unknown) => tools.find((tool) => tool.name === name);
  const focal = find('json_schema_2020_12_tool');
  const echo = find('json_schema_echo');
  if (focal && echo) return [{ tool: echo, arguments: { schema: focal.inputSchema } }];
  const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  const named = isJsonObject(context) ? context['toolCalls'] : undefined;
  if (!Array.isArray(named)) return tools.map((tool) => ({ tool, arguments: given[tool.name] ?? {} }));
  return named.filter(isJsonObject).map((call) => {
    const tool = find(call['name']);
    if (!tool || !isJsonObject(call['arguments'])) throw new Error(`cannot call ${JSON.stringify(call)}`);
    return { tool, arguments: call['arguments'] };
  });
}

function legsOf(calls: Call[]): ToolLeg[] {
  return calls.map(({ tool, arguments: values }, index) => {
    // The model activity would do this before it plans a call. The suite dictates the calls, so a misfit is only logged.
    const misfit = whyInvalid(tool.inputSchema, values);
    if (misfit !== null) console.error(`${tool.name}: ${misfit}`);
    return {
      job: 'conformance',
      call: `c1.${index + 1}`,
      leg: 1,
      server: serverName,
      tool: tool.name,
      arguments: values,
      definitionDigest: tool.definitionDigest,
      start: { kind: 'fresh' },
      approval: null,
      idempotent: false,
      timeoutMs: legMs,
    };
  });
}

/** Round by round, so that other calls are made while one is suspended; between its legs a call is JSON only. */
async function settle(legs: ToolLeg[], send: Host['send']): Promise<void> {
  for (let round = legs; round.length > 0;) {
    const suspended: string[] = [];
    for (const leg of round) {
      const outcome = await send(leg);
      console.log(`${leg.tool}, leg ${leg.leg}: ${JSON.stringify(outcome)}`);
      const next = nextLeg(leg, outcome);
      if (next) suspended.push(JSON.stringify(next));
    }
    round = suspended.map((text) => ToolLeg.parse(JSON.parse(text)));
  }
}

async function sendElsewhere(leg: ToolLeg): Promise<LegOutcome> {
  const script = fileURLToPath(new URL('./leg.ts', import.meta.url));
  const child = spawnSync(process.execPath, [script, url], {
    input: JSON.stringify(leg),
    encoding: 'utf8',
    timeout: legMs,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`the leg's process ended with ${child.status ?? child.signal}`);
  elsewhere++;
  return LegOutcome.parse(JSON.parse(child.stdout));
}
