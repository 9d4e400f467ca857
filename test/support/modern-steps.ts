// Steps of scripted modern servers, for tests.
import type { Setting } from './mcp-stage.ts';

export type Steps = Setting['tools'][string]['steps'];

export function form(message: string) {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties: {} } },
  };
}

export function asks(inputRequests: Record<string, unknown>, requestState?: string): Steps[number] {
  const result = {
    resultType: 'input_required',
    inputRequests,
    ...(requestState !== undefined && { requestState }),
  };
  return { do: 'result', result: JSON.parse(JSON.stringify(result)) };
}

export function says(text: string, isError = false): Steps[number] {
  return { do: 'result', result: { content: [{ type: 'text', text }], isError } };
}

/** Asks once, then acts. */
export const order: Setting['tools'] = {
  order: {
    steps: [asks({ approve: form('Really order?') }, 'state-1')],
    rounds: { 'state-1': [{ do: 'effect', name: 'round two' }, says('ordered')] },
  },
};
