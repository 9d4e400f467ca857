// C07: the host says that it takes questions exactly where it can put them to a person, and never makes up a decision.
import { afterEach, describe, expect, test } from '@jest/globals';
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/client';
import { listTools } from '../../activities/mcp/index.ts';
import { asks, form, legacyStage } from '../support/legacy-tools.ts';
import { askedIn, run, setStage, until, type Setting, type Stage } from '../support/mcp-stage.ts';
import { order, says } from '../support/modern-steps.ts';

let stage: Stage;
afterEach(() => stage.close());

const refuse = { legacyQuestions: 'refuse' } as const;
const elicitation = { form: {}, url: {} };
const tasks = { list: {}, cancel: {}, requests: { elicitation: { create: {} } } };

/** What each legacy server process was told that the host can do. */
const declared = () =>
  stage
    .deeds()
    .filter((deed) => 'capabilities' in deed)
    .map((deed) => deed['capabilities']);
const outside = () => stage.deeds().flatMap((deed) => deed['outside'] ?? []);

async function names(): Promise<string[]> {
  const listing = await listTools(stage.pool, 'ops', stage.log);
  if ('problem' in listing) throw new Error(listing.problem);
  return listing.tools.map(({ name }) => name);
}

describe.each([{ http: false }, { http: true }])('C07 a legacy server, http: $http', ({ http }) => {
  test.each(['auto', 'legacy'] as const)('is told of questions, and of their tasks: era %s', async (era) => {
    stage = await legacyStage([asks(form('Really?'))], { http, config: { era } });
    askedIn(await run(stage));
    expect(declared()).toEqual([{ elicitation, tasks }]);
  });

  test.each(['auto', 'legacy'] as const)(
    'whose questions are refused is never told of them, and asks in vain: era %s',
    async (era) => {
      stage = await legacyStage([asks(form('Really?'))], { http, config: { ...refuse, era } });
      expect(await run(stage)).toMatchObject({ kind: 'result', result: { text: 'not done (error)' } });
      expect(declared()).toEqual([{}]);
      expect(stage.replies()).toMatchObject([{ code: -32600 }]);
    },
  );
});

test('C07 a modern server is told of questions even where those of legacy servers are refused, and of no tasks', async () => {
  stage = await setStage({ tools: order, config: refuse });
  expect(await run(stage)).toMatchObject({ kind: 'asked' });
  const envelope = stage.deeds().find((deed) => deed.call)?.['envelope'];
  expect(envelope).toEqual(expect.objectContaining({ [CLIENT_CAPABILITIES_META_KEY]: { elicitation } }));
});

test('C07 what was found out at first contact holds for the connections after it', async () => {
  stage = await legacyStage([], { http: true, config: refuse });
  await names();
  await stage.stopHttp();
  await stage.startHttp();
  await names();
  expect(declared()).toEqual([{}, {}]);
});

describe('C07 a question that belongs to no call meets an error and nobody is asked', () => {
  test.each([
    ['(a) right after the handshake', 'initialized', false],
    ['(b) while the tools are listed', 'list', false],
    ['(b) while the tools are listed, over HTTP', 'list', true],
  ] as const)('%s', async (_name, moment, http) => {
    const asksAt = { moment, params: form('Hello?') };
    stage = await legacyStage([says('fine')], { http, asksAt });
    expect(await names()).toEqual(['order']);
    await until(() => outside().length > 0);
    expect(outside()).toEqual(
      outside().map(() => expect.objectContaining({ action: 'error', code: -32600 })),
    );
    expect(await run(stage)).toMatchObject({ kind: 'result', result: { text: 'fine' } });
  });
});

test('C07 (d) a server that wants the host to sample gets -32601, and its own text for that reaches the model', async () => {
  stage = await legacyStage([{ do: 'sample' }, says('no model here: the plain list is a, b')]);
  const result = { text: 'no model here: the plain list is a, b', isError: false };
  expect(await run(stage)).toEqual({ kind: 'result', result });
  expect(stage.replies()).toMatchObject([{ code: -32601 }]);
});

test.each([
  ['shows', 'replay', ['read', 'write']],
  ['hides', 'refuse', ['read']],
] as const)(
  'C07 (e) a server that wants questions for its write tool %s it: %s',
  async (_verb, legacyQuestions, seen) => {
    const tools: Setting['tools'] = { read: { steps: [] }, write: { steps: [], needs: 'elicitation' } };
    stage = await setStage({ era: 'legacy', tools, config: { legacyQuestions } });
    expect(await names()).toEqual(seen);
  },
);
