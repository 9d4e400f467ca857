// C08: links that people are to visit. Nothing is opened or fetched here; what cannot be shown is shown to nobody.
import { afterEach, describe, expect, test } from '@jest/globals';
import { asks, legacyStage, link, wantsLinks } from '../support/legacy-tools.ts';
import { askedIn, recorded, run, setStage, type Stage } from '../support/mcp-stage.ts';
import { says } from '../support/modern-steps.ts';

let stage: Stage;
afterEach(() => stage.close());

const one = link('https://pay.test/1', 'e1');
const two = link('https://sign.test/2', 'e2');
const settings = [
  { era: 'legacy', http: false },
  { era: 'legacy', http: true },
  { era: 'modern', http: false },
  { era: 'modern', http: true },
] as const;

describe.each(settings)('C08 (d) error -32042 of a $era server, http: $http', ({ era, http }) => {
  test('comes back as the links to visit with the server closing words, and the call can be made anew', async () => {
    stage = await setStage({ era, http, tools: { order: { steps: [wantsLinks(one, two)] } } });
    expect(await run(stage)).toEqual({
      kind: 'asked-links',
      requests: [
        { mode: 'url', key: null, message: 'Open it', url: 'https://pay.test/1', elicitationId: 'e1' },
        { mode: 'url', key: null, message: 'Open it', url: 'https://sign.test/2', elicitationId: 'e2' },
      ],
      closing: { text: 'error -32042: visit these first', isError: true },
    });
    stage.setTools({ order: { steps: [says('paid')] } });
    expect(await run(stage)).toMatchObject({ kind: 'result', result: { text: 'paid' } });
  });
});

describe('C08 a list of links', () => {
  const outcomeOf = async (step: ReturnType<typeof wantsLinks>) => {
    stage = await legacyStage([step]);
    return run(stage);
  };

  test('that names one twice shows it once', async () => {
    const again = { ...one, elicitationId: 'other' };
    expect(await outcomeOf(wantsLinks(one, again, two))).toMatchObject({
      kind: 'asked-links',
      requests: [{ elicitationId: 'e1' }, { elicitationId: 'e2' }],
    });
  });

  test.each([
    [
      '(b) that is a script',
      [one, link('javascript:alert(1)', 'e2')],
      'a javascript: address is never opened',
    ],
    ['that is a file', [link('file:///etc/passwd', 'e1')], 'a file: address is never opened'],
    ['too long', [link(`https://a.test/${'x'.repeat(3_000)}`, 'e1')], 'missing, broken or too long'],
    ['without a message', [{ ...one, message: undefined }], 'the request has no message'],
    ['in a list of 10,000', Array.from({ length: 10_000 }, () => one), 'more than 20 addresses at once'],
  ])('is shown to nobody for a link %s', async (_name, elicitations, reason) => {
    expect(await outcomeOf(wantsLinks(...elicitations))).toMatchObject({
      kind: 'undrawable',
      reason: expect.stringContaining(reason),
    });
  });

  const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);
  const proto = JSON.parse('{"elicitations": [{"mode": "url", "__proto__": {"url": "https://a.test"}}]}');
  test.each([
    ['no data', undefined, 'it lists none'],
    ['a text as data', 'https://a.test', 'it lists none'],
    ['an empty list', { elicitations: [] }, 'it lists none'],
    ['an object as the list', { elicitations: { 0: one } }, 'it lists none'],
    [
      'a form in the list',
      { elicitations: [one, { ...one, mode: 'form' }] },
      'something else than addresses',
    ],
    [
      'an entry without a mode',
      { elicitations: [{ ...one, mode: undefined }] },
      'something else than addresses',
    ],
    ['an entry that is null', { elicitations: [null] }, 'something else than addresses'],
    ['a key named __proto__', proto, 'a key named "__proto__"'],
    ['200 levels', { elicitations: [deep] }, 'nests deeper'],
  ])('that cannot be used (%s) leaves an error that says so', async (_name, data, why) => {
    const outcome = await outcomeOf({ do: 'error', code: -32042, message: 'first this', data });
    expect(outcome).toMatchObject({ kind: 'result', result: { isError: true } });
    expect(outcome).toMatchObject({
      result: {
        text: expect.stringMatching(new RegExp(`error -32042: .*${why}.*nobody was asked.* first this`)),
      },
    });
  });

  test('of a server whose questions are refused is an error like any other', async () => {
    stage = await legacyStage([wantsLinks(one)], { config: { legacyQuestions: 'refuse' } });
    const result = { text: 'error -32042: visit these first', isError: true };
    expect(await run(stage)).toEqual({ kind: 'result', result });
  });
});

describe('C08 a link that a legacy tool asks about in mid-call', () => {
  test.each([
    ['(a) of look-alike letters', 'https://xn--pple-43d.example/pay?x=1'],
    ['with a port, a query and a fragment', 'http://127.0.0.1:9/a?b=%20#c'],
  ])('is handed on whole: %s', async (_name, url) => {
    stage = await legacyStage([asks(link(url, 'e1'))]);
    expect(askedIn(await run(stage)).request).toMatchObject({ mode: 'url', url });
  });

  test.each([
    ['(c) without a name', { elicitationId: undefined }],
    ['with an empty name', { elicitationId: '' }],
    ['with a name that is too long', { elicitationId: 'e'.repeat(201) }],
    ['with a name that is no text', { elicitationId: 7 }],
  ])('is asked without one: %s', async (_name, odd) => {
    stage = await legacyStage([asks(JSON.parse(JSON.stringify({ ...one, ...odd })))]);
    expect(askedIn(await run(stage)).request).toMatchObject({
      url: 'https://pay.test/1',
      elicitationId: null,
    });
  });

  test('is accepted without content', async () => {
    stage = await legacyStage([asks(one)]);
    const { request } = askedIn(await run(stage));
    const answers = [await recorded(stage, request, { action: 'accept' })];
    const outcome = await run(stage, { start: { kind: 'replay', answers } });
    expect(outcome).toMatchObject({ kind: 'result', answersUsed: 1 });
    expect(stage.replies()).toEqual([{ action: 'cancel' }, { action: 'accept' }]);
  });
});
