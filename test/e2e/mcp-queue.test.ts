// A legacy question does not name its call: calls on one connection take turns, and each meets its own questions only.
import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asks, form, legacyStage } from '../support/legacy-tools.ts';
import { askedIn, callTool, recorded, run, until, type Stage } from '../support/mcp-stage.ts';
import { says } from '../support/modern-steps.ts';

let stage: Stage;
afterEach(() => stage.close());

const accept = { action: 'accept', content: {} } as const;
const connections = () => stage.deeds().filter((deed) => 'capabilities' in deed).length;

describe.each([{ http: false }, { http: true }])(
  'calls of one turn to a legacy server, http: $http',
  ({ http }) => {
    test('of the same tool with the same question are each asked and answered', async () => {
      stage = await legacyStage([asks(form('Really?')), { do: 'effect', name: 'ordered' }], { http });
      const calls = ['c1.1', 'c1.2', 'c1.3'];
      const asked = await Promise.all(calls.map(async (call) => askedIn(await run(stage, { call }))));
      expect(asked).toEqual(asked.map(() => expect.objectContaining({ place: 0 })));
      const first = asked.slice(0, 1).map(({ request }) => recorded(stage, request, accept));
      const answers = await Promise.all(first);
      // The second person is slower: only two have an answer.
      const outcomes = await Promise.all([
        run(stage, { call: 'c1.1', start: { kind: 'replay', answers } }),
        run(stage, { call: 'c1.2' }),
        run(stage, { call: 'c1.3', start: { kind: 'replay', answers } }),
      ]);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['result', 'asked-legacy', 'result']);
      expect(stage.effects()).toEqual(['ordered', 'ordered']);
    });

    test('leave a connection that a lost call may still use: its late question meets no other call', async () => {
      stage = await legacyStage([], { http });
      const file = join(stage.dir, 'go');
      stage.setTools({
        order: {
          steps: [
            { do: 'wait', file },
            { ...asks(form('Late?')), heedless: true },
          ],
        },
        other: { steps: [asks(form('Second?'))] },
      });
      const one = callTool(stage, { timeoutMs: 60_000 });
      await until(() => stage.calls().length === 1);
      const two = run(stage, { tool: 'other', call: 'c1.2' });
      await stage.digestOf('other');
      one.environment.cancel();
      expect(await one.outcome).toMatchObject({ kind: 'unknown' });
      writeFileSync(file, '');
      expect(askedIn(await two).request.message).toBe('Second?');
      expect(stage.calls().map((call) => call.name)).toEqual(['order', 'other']);
      expect(connections()).toBe(2);
    });

    test('meet no question that comes after the reply of the call before', async () => {
      stage = await legacyStage([], { http });
      const file = join(stage.dir, 'go');
      stage.setTools({
        order: { steps: [{ do: 'ask-later', params: form('Too late?'), file }, says('ordered')] },
      });
      expect(await run(stage)).toMatchObject({ kind: 'result', result: { text: 'ordered' } });
      writeFileSync(file, '');
      const outside = () => stage.deeds().flatMap((deed) => deed['outside'] ?? []);
      await until(() => outside().length === 1);
      expect(outside()).toMatchObject([{ action: 'error', code: -32600 }]);
    });
  },
);
