// C31: a modern server asks in rounds. Between them lies nothing but its state, which goes back as it came and is for nobody else.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { ElicitationReply } from '../../workflows/contract/call.ts';
import { hostOf, run, setStage, type Setting, type Stage } from '../support/mcp-stage.ts';
import { asks, form, says } from '../support/modern-steps.ts';
import { legacyStage } from '../support/legacy-tools.ts';

let stage: Stage;
afterEach(() => stage.close());

const accept: ElicitationReply = { action: 'accept', content: {} };
const decline: ElicitationReply = { action: 'decline' };
const rounds: Setting['tools'] = {
  order: {
    steps: [asks({ stock: form('In stock?'), price: form('This price?') }, 'AAA==')],
    rounds: {
      'AAA==': [asks({ sure: form('Really?') }, 'BBB==')],
      'BBB==': [{ do: 'effect', name: 'ordered' }, says('ordered')],
    },
  },
};
const resume = (requestState: string, responses: Record<string, ElicitationReply>) =>
  ({ start: { kind: 'resume', requestState, responses } }) as const;
const both = [{ http: false }, { http: true }];
const modernCalls = () => stage.deeds().filter((deed) => deed.call);

describe.each(both)('C31 a server that asks in rounds, http: $http', ({ http }) => {
  test('gets each question answered by its own outcome, with the state of that round', async () => {
    stage = await setStage({ tools: rounds, http });
    expect(await run(stage)).toMatchObject({
      kind: 'asked',
      requests: [
        { key: 'stock', message: 'In stock?' },
        { key: 'price', message: 'This price?' },
      ],
      requestState: 'AAA==',
    });
    const second = await run(stage, resume('AAA==', { stock: accept, price: decline }));
    expect(second).toMatchObject({ kind: 'asked', requests: [{ key: 'sure' }], requestState: 'BBB==' });
    const result = { text: 'ordered', isError: false };
    expect(await run(stage, resume('BBB==', { sure: accept }))).toEqual({ kind: 'result', result });
    expect(modernCalls()).toMatchObject([
      { state: null, responses: null },
      { state: 'AAA==', responses: { stock: accept, price: decline } },
      { state: 'BBB==', responses: { sure: accept } },
    ]);
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('loses nothing when worker and server are killed between the rounds', async () => {
    stage = await setStage({ tools: rounds, http });
    expect(await run(stage)).toMatchObject({ kind: 'asked', requestState: 'AAA==' });
    await stage.pool.close();
    await stage.stopHttp();
    if (http) await stage.startHttp();
    const host = hostOf(stage.entry, stage.childrenDir);
    try {
      expect(await run(host, resume('AAA==', { stock: accept, price: accept }))).toMatchObject({
        kind: 'asked',
        requestState: 'BBB==',
      });
      expect(await run(host, resume('BBB==', { sure: accept }))).toMatchObject({ kind: 'result' });
    } finally {
      await host.pool.close();
    }
    expect(stage.effects()).toEqual(['ordered']);
    expect(new Set(stage.deeds().map(({ pid }) => pid)).size).toBeGreaterThan(1);
  });
});

test('answers to a legacy server are no use to a modern one: none counts as used', async () => {
  stage = await setStage({ tools: { order: { steps: [says('ordered')] } } });
  const answers = [{ digest: 'f'.repeat(64), reply: accept }];
  expect(await run(stage, { start: { kind: 'replay', answers } })).toMatchObject({ answersUsed: 0 });
});

describe('C31 a state', () => {
  const state = 'tell-nobody-"state"-1';
  const start = resume(state, { q: accept });
  const roundsOf = (steps: Setting['tools'][string]['steps']) => ({
    order: { steps: [asks({ q: form('?') }, state)], rounds: { [state]: steps } },
  });

  test.each([
    [
      'a result',
      says(`done with ${state}`),
      { kind: 'result', result: { text: 'done with [request state]' } },
    ],
    ['an error', { do: 'error', code: -32000, message: `no ${state}` }, { kind: 'result' }],
    [
      'a refusal',
      { do: 'error', code: -32602, message: `invalid request state ${JSON.stringify(state)}` },
      { kind: 'state-refused', reason: 'invalid request state "[request state]"' },
    ],
  ] as const)('that %s repeats does not reach the model', async (_name, step, expected) => {
    stage = await setStage({ tools: roundsOf([step]) });
    const { requestState, ...asked } = { requestState: null, ...(await run(stage)) };
    expect(requestState).toBe(state);
    const settled = await run(stage, start);
    expect(settled).toMatchObject(expected);
    expect(JSON.stringify([asked, settled, stage.logged])).not.toContain('tell-nobody');
  });

  test('in a message that nobody waits for is not logged', async () => {
    stage = await legacyStage([{ do: 'stray', result: { requestState: state } }, says('ordered')]);
    await run(stage);
    expect(stage.logged.join('\n')).toContain('Received a response for an unknown message ID');
    expect(stage.logged.join('\n')).not.toContain('tell-nobody');
  });
});
