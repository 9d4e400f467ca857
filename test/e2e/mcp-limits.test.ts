// C24: what counts against the time that a call may take is the server's work, never a person's thinking.
import { afterEach, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { asks, form, legacyStage } from '../support/legacy-tools.ts';
import { askedIn, recorded, run, setStage, type Stage } from '../support/mcp-stage.ts';

let stage: Stage;
afterEach(() => stage.close());

const late = { kind: 'unknown', reason: 'server ops did not reply in time' };
const accept = { action: 'accept', content: {} } as const;
const eras = [
  { era: 'legacy', http: false },
  { era: 'legacy', http: true },
  { era: 'modern', http: false },
  { era: 'modern', http: true },
] as const;

test.each(eras)(
  'C24 progress for ever is capped by the total limit: $era, http: $http',
  async ({ era, http }) => {
    const steps = [{ do: 'progress' as const, progress: 1, message: 'soon', endless: true }];
    stage = await setStage({ era, http, tools: { order: { steps } } });
    expect(await run(stage, { timeoutMs: 500 })).toMatchObject(late);
  },
);

describe('C24 a legacy tool', () => {
  test('whose server waits for an answer only for a moment is told cancel at once, and answered when it runs again', async () => {
    stage = await legacyStage([
      { ...asks(form('Really?')), waitMs: 400 },
      { do: 'effect', name: 'ordered' },
    ]);
    const { request } = askedIn(await run(stage, { timeoutMs: 2_000 }));
    expect(stage.replies()).toEqual([{ action: 'cancel' }]);
    const answers = [await recorded(stage, request, accept)];
    const again = await run(stage, { timeoutMs: 2_000, start: { kind: 'replay', answers } });
    expect(again).toMatchObject({ kind: 'result' });
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('that asks two questions at once: the first goes to a person, the second when the first is answered', async () => {
    stage = await legacyStage([{ do: 'ask-together', params: [form('One?'), form('Two?')] }]);
    const one = askedIn(await run(stage));
    expect(one).toMatchObject({ place: 0, request: { message: 'One?' } });
    const answers = [await recorded(stage, one.request, accept)];
    const two = askedIn(await run(stage, { start: { kind: 'replay', answers } }));
    expect(two).toMatchObject({ place: 1, request: { message: 'Two?' } });
    answers.push(await recorded(stage, two.request, accept));
    expect(await run(stage, { start: { kind: 'replay', answers } })).toMatchObject({ answersUsed: 2 });
    const cancel = { action: 'cancel' };
    expect(stage.replies()).toEqual([cancel, cancel, accept, cancel, accept, accept]);
  });

  test('has its work limited before the question and after it', async () => {
    stage = await legacyStage([]);
    const never = { do: 'wait' as const, file: join(stage.dir, 'never') };
    stage.setTools({
      order: { steps: [asks(form('Really?')), never] },
      slow: { steps: [never, asks(form('Really?'))] },
    });
    expect(await run(stage, { tool: 'slow', timeoutMs: 500 })).toMatchObject(late);
    const { request } = askedIn(await run(stage, { timeoutMs: 2_000 }));
    const answers = [await recorded(stage, request, accept)];
    const again = await run(stage, { timeoutMs: 500, start: { kind: 'replay', answers } });
    expect(again).toMatchObject(late);
  });

  test('that no longer asks what was answered says how many answers it used', async () => {
    stage = await legacyStage([asks(form('One?')), asks(form('Two?'))]);
    const one = askedIn(await run(stage));
    const answers = [await recorded(stage, one.request, accept)];
    const two = askedIn(await run(stage, { start: { kind: 'replay', answers } }));
    answers.push(await recorded(stage, two.request, accept));
    stage.setTools({ order: { steps: [asks(form('One?'))] } });
    expect(await run(stage, { start: { kind: 'replay', answers } })).toMatchObject({ answersUsed: 1 });
    stage.setTools({ order: { steps: [] } });
    expect(await run(stage, { start: { kind: 'replay', answers } })).toMatchObject({ answersUsed: 0 });
  });
});
