// demo/purchase-order: a canned model, NO language model. It needs no key and no network, reads the few sentences
// of demo-requests.ts, calls the purchase-order tools and quotes their results. For the demo and for tests.
import type { LanguageModel } from 'ai';
import { readRequests, type DemoRequest } from './demo-requests.ts';

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type Options = Parameters<Model['doGenerate']>[0];
type Reply = Awaited<ReturnType<Model['doGenerate']>>;
type Content = Reply['content'];

export const demoModelId = 'demo/purchase-order';

export function createDemoModel(): Model {
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: 'purchase-order',
    supportedUrls: {},
    async doGenerate(options) {
      return replyWith(think(options));
    },
    async doStream() {
      throw new Error('the canned demo model does not stream');
    },
  };
}

function think({ prompt, tools = [], toolChoice }: Options): Content {
  const goal = firstRequest(prompt);
  const words = /\p{Script=Hangul}/u.test(goal) ? korean : english;
  const results = resultsIn(prompt);
  if (results.length > 0) return say(words.results(results));
  const names = toolChoice?.type === 'none' ? [] : tools.map(({ name }) => name);
  if (names.length === 0) return say(words.nothingRan);
  const requests = readRequests(goal);
  if (requests.length === 0) return say(words.cannot);
  const calls = requests.map((request, index) => toCall(request, index, names));
  const missing = requests.find((_, index) => calls[index] === undefined);
  return missing ? say(words.missing(missing.tool)) : calls.filter((call) => call !== undefined);
}

function toCall(request: DemoRequest, index: number, names: string[]): Content[number] | undefined {
  const toolName =
    names.find((name) => name.endsWith(request.tool)) ?? names.find((name) => name.includes(request.tool));
  const input = JSON.stringify(request.arguments);
  return toolName === undefined
    ? undefined
    : { type: 'tool-call', toolCallId: `demo_${index + 1}`, toolName, input };
}

/** The goal: the host may add words of its own later. */
function firstRequest(prompt: Options['prompt']): string {
  const message = prompt.find(({ role }) => role === 'user');
  if (message?.role !== 'user') return '';
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
}

type Quoted = { tool: string; text: string; isError: boolean };

function resultsIn(prompt: Options['prompt']): Quoted[] {
  return prompt.flatMap((message) =>
    message.role !== 'tool'
      ? []
      : message.content.flatMap((part): Quoted[] => {
          if (part.type !== 'tool-result') return [];
          const { type } = part.output;
          const text = 'value' in part.output ? part.output.value : '';
          return [
            {
              tool: part.toolName,
              text: typeof text === 'string' ? text : JSON.stringify(text),
              isError: type === 'error-text' || type === 'error-json',
            },
          ];
        }),
  );
}

const english = {
  results: (results: Quoted[]) => `The tools replied:\n${quote(results, 'error: ')}`,
  nothingRan: 'No tool was called, so nothing was ordered or checked.',
  missing: (tool: string) => `I have no tool ${tool} in this job, so nothing was ordered or checked.`,
  cannot:
    'I am a canned demo and no language model. I understand orders and stock questions, for instance ' +
    '"order 10 of SKU-300", "order 10 of SKU-300 and 5 of SKU-100" or "check stock of SKU-300". Nothing was done.',
};

const korean: typeof english = {
  results: (results) => `도구의 답입니다.\n${quote(results, '오류: ')}`,
  nothingRan: '호출한 도구가 없어 주문하거나 확인한 것이 없습니다.',
  missing: (tool) => `이 작업에는 도구가 없어 주문하거나 확인한 것이 없습니다: ${tool}`,
  cannot:
    '저는 언어 모델이 아니라 정해진 문장만 읽는 데모입니다. "SKU-300을 10개 발주해줘", ' +
    '"SKU-300 재고 확인해줘" 같은 발주와 재고 질문을 이해합니다. 아무것도 하지 않았습니다.',
};

function quote(results: Quoted[], error: string): string {
  return results.map(({ tool, text, isError }) => `- ${tool}: ${isError ? error : ''}${text}`).join('\n');
}

function say(text: string): Content {
  return [{ type: 'text', text }];
}

function replyWith(content: Content): Reply {
  const calls = content.some(({ type }) => type === 'tool-call');
  return {
    content,
    finishReason: { unified: calls ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  };
}
