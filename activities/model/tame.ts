// Puts a reply in order before `ai` reads it: `ai` finds a call by its id and would give two calls of one id
// the arguments of the first. Also leaves out what the host never takes from a model.
import { wrapLanguageModel, type LanguageModel } from 'ai';
import { bounds } from '../../workflows/contract/bounds.ts';
import { digestOf } from '../../workflows/contract/digest.ts';

/** A model as a provider makes it; a bare name would go to a gateway. */
export type Model = Exclude<LanguageModel, string>;
type Middleware = Parameters<typeof wrapLanguageModel>[0]['middleware'];
type Generate = NonNullable<Extract<Middleware, { wrapGenerate?: unknown }>['wrapGenerate']>;
type Content = Awaited<ReturnType<Generate>>['content'];

type Tamed = {
  /** Ids that are taken already, in this reply and before. */
  taken: Set<string>;
  round: number;
  /** False: calls are dropped, for the model was given nothing to call. */
  calls: boolean;
};

/** Names and ids that every provider takes back; anything else would be refused with HTTP 400 in the next round. */
const plainName = /^[A-Za-z0-9_-]{1,64}$/;
/** Calls beyond this are cut off unseen. */
const mostCalls = 256;

export function tame(model: Model, options: Tamed): Model {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      async wrapGenerate({ doGenerate }) {
        const result = await doGenerate();
        return { ...result, content: tameContent(result.content, options) };
      },
    },
  });
}

function tameContent(content: Content, { taken, round, calls }: Tamed): Content {
  let place = 0;
  return content.flatMap((part): Content => {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'custom':
        return [part];
      case 'tool-call': {
        if (!calls || part.providerExecuted || ++place > mostCalls) return [];
        const toolCallId = freeId(part.toolCallId, taken, [round, place]);
        taken.add(toolCallId);
        const toolName = plainName.test(part.toolName) ? part.toolName : renamed;
        const input = textNestsDeeper(part.input, bounds.levels) ? tooDeep : part.input;
        return [{ ...part, toolCallId, toolName, input }];
      }
      // Files would be downloaded and kept in the history; the rest only comes with provider-executed tools.
      default:
        return [];
    }
  });
}

/** Stands for arguments that nest too deep to be parsed: no object, so the call is invalid. */
const tooDeep = JSON.stringify(`arguments that nest deeper than ${bounds.levels} levels`);

/** Counts brackets outside of strings, before anything recursive reads the text. */
function textNestsDeeper(json: string, most: number): boolean {
  let level = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '{' || token === '[') level += 1;
    if (token === '}' || token === ']') level -= 1;
    if (level > most) return true;
  }
  return false;
}

/** Stands for a name that no tool can have. */
const renamed = 'not_a_tool_name';

/** Nine letters and digits: the one shape that every provider takes, Mistral's templates included. */
function freeId(id: string, taken: Set<string>, position: number[]): string {
  if (plainName.test(id) && !taken.has(id)) return id;
  for (let n = 0; ; n++) {
    const made = digestOf([...position, n]).slice(0, 9);
    if (!taken.has(made)) return made;
  }
}
