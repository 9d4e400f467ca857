// Steps of scripted legacy servers, for tests.
import { setStage, type Setting, type Stage } from './mcp-stage.ts';

type Steps = Setting['tools'][string]['steps'];
type Step = Steps[number];

export const yesOrNo = { type: 'object', properties: {} };

export function form(message: string): { message: string; requestedSchema: typeof yesOrNo } {
  return { message, requestedSchema: yesOrNo };
}

export function link(url: string, elicitationId: string) {
  return { mode: 'url', message: 'Open it', url, elicitationId };
}

export function asks(params: Extract<Step, { do: 'ask' }>['params']): Extract<Step, { do: 'ask' }> {
  return { do: 'ask', params };
}

export function wantsLinks(...elicitations: unknown[]): Step {
  const data = JSON.parse(JSON.stringify({ elicitations }));
  return { do: 'error', code: -32042, message: 'visit these first', data };
}

/** A stage with one tool, `order`. */
export function legacyStage(steps: Steps, more: Partial<Setting> = {}): Promise<Stage> {
  return setStage({ era: 'legacy', tools: { order: { steps } }, ...more });
}
