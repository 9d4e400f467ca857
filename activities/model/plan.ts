// From a model's reply to planned calls: each call is checked here, once, against the tool it names.
import { whyInvalid } from '../../workflows/contract/arguments.ts';
import { bounds } from '../../workflows/contract/bounds.ts';
import {
  isJsonObject,
  jsonBytes,
  oddityOf,
  type Json,
  type JsonObject,
} from '../../workflows/contract/json.ts';
import type { PlannedCall } from '../../workflows/contract/model.ts';
import type { CatalogueTool } from './catalogue-port.ts';

/** A call as `ai` parsed it: `input` is the raw text when it is no JSON. */
export type RawCall = { id: string; name: string; input: unknown; broken: boolean };

type Call = Extract<PlannedCall, { kind: 'call' }>;

/** Arguments of all calls of one reply together: they travel twice, in the content and in the plan. */
const mostArgumentBytes = 512 * 1024;
const mostContentBytes = 768 * 1024;

export function planCalls(raw: RawCall[], tools: CatalogueTool[], cutOff: boolean): PlannedCall[] {
  const byName = new Map(tools.map((tool) => [tool.modelName, tool]));
  let bytes = 0;
  return raw.map((call, index) => {
    const checked = check(call, byName, cutOff);
    if (typeof checked === 'string') return invalid(call, checked);
    if (index >= bounds.callsInOneRound) {
      return invalid(call, `not run: more than ${bounds.callsInOneRound} calls in one reply`);
    }
    bytes += jsonBytes(checked.arguments);
    if (bytes > mostArgumentBytes) {
      return invalid(call, `not run: the calls' arguments are over ${mostArgumentBytes} bytes together`);
    }
    return checked;
  });
}

function check(call: RawCall, tools: Map<string, CatalogueTool>, cutOff: boolean): Call | string {
  const { id, name, input } = call;
  const tool = tools.get(name);
  if (!tool) {
    return `there is no tool with this name now; there are: ${[...tools.keys()].join(', ').slice(0, 1_000) || 'none'}`;
  }
  if (call.broken) {
    return `the arguments are not valid JSON${cutOff ? ': the reply was cut off at its length limit' : ''}`;
  }
  if (!isJsonObject(input)) return 'the arguments must be a JSON object';
  const oddity = oddityOf(input, bounds.levels);
  if (oddity !== null) return `the arguments are not taken: ${oddity}`;
  if (jsonBytes(input) > bounds.argumentBytes) return `the arguments are over ${bounds.argumentBytes} bytes`;
  const why = whyInvalid(tool.inputSchema, input);
  if (why !== null) return `the arguments do not fit: ${why}`;
  const { server, name: toolName, definitionDigest, annotations } = tool;
  const destructive = annotations?.['destructiveHint'] === true;
  return { kind: 'call', id, name, server, tool: toolName, arguments: input, definitionDigest, destructive };
}

function invalid({ id, name }: RawCall, reason: string): PlannedCall {
  return { kind: 'invalid', id, name, reason };
}

/**
 * The assistant's content as it is kept and sent back: unchanged, but for inputs that no provider would take back
 * (not an object) or that are too large to keep, which become empty.
 */
export function keptContent(content: unknown): Json {
  // Through JSON: what is undefined is left out, as in the history.
  const shallow = (Array.isArray(content) ? content : []).map(withoutDepths);
  const parts = JSON.parse(JSON.stringify(shallow)) as JsonObject[];
  let bytes = 0;
  const kept = parts.map((part): JsonObject => {
    if (part['type'] !== 'tool-call') return part;
    const size = jsonBytes(part['input']);
    const keep =
      isJsonObject(part['input']) && size <= bounds.argumentBytes && bytes + size <= mostArgumentBytes;
    if (keep) bytes += size;
    return keep ? part : Object.assign(part, { input: {} });
  });
  return jsonBytes(kept) <= mostContentBytes ? kept : bare(kept);
}

/** A part that nests too deep would exhaust the stack of whoever reads the history; of a call its input goes. */
function withoutDepths(part: unknown): unknown {
  if (!isJsonObject(part) || oddityOf(part, bounds.levels) === null) return part;
  return part['type'] === 'tool-call' ? { ...part, input: {} } : { type: 'text', text: '' };
}

/** What must stay for results to match: the calls and some of the text. */
function bare(parts: JsonObject[]): Json {
  return parts.flatMap((part): JsonObject[] => {
    const { type, text, toolCallId, toolName, input } = part;
    if (type === 'text' && typeof text === 'string') return [{ type, text: text.slice(0, 32_000) }];
    return type === 'tool-call' ? [{ type, toolCallId, toolName, input } as JsonObject] : [];
  });
}
