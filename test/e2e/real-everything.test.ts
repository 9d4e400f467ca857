// The MCP project's own reference server, over both of its transports: its form with every legal kind of field, and links.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { everything, openRealScene, rawResult, type RealScene } from '../support/real-scene.ts';

const transports = ['stdio', 'http'] as const;
const form = 'trigger-elicitation-request';
const links = 'trigger-url-elicitation';
const page = 'https://example.com/authorize?state=7';

let scene: RealScene;
beforeAll(async () => {
  scene = await openRealScene();
  const port = await getPort();
  await scene.serve(/listening on port/, '--port', String(port), everything, 'streamableHttp');
  scene.host({
    stdio: scene.overStdio(everything, 'stdio'),
    http: { url: `http://127.0.0.1:${port}/mcp` },
  });
  await scene.startWorker();
});
afterAll(() => scene?.close());

describe.each(transports)('over %s', (transport) => {
  test('C03 C04: the 13 fields are answered by words on the command line, and every value arrives with its type', async () => {
    const job = `form-${transport}`;
    await scene.start(job, transport, form);
    const question = await scene.asked(job);
    expect(question).toMatchObject({ kind: 'form', server: transport, tool: form, rerun: true });

    const refused = await scene.answer(job, question, 'approve', ...wrong.map(([word]) => word), '--json');
    expect(refused.code).toBe(4);
    const { fields } = JSON.parse(refused.stdout) as { fields: Record<string, string> };
    const misfits = Object.fromEntries(wrong.map(([word, message]) => [word.split('=')[0], message]));
    expect(fields).toEqual({ name: 'name is required', ...misfits });
    expect(await scene.status(job)).toMatchObject({ rejected: [], verdicts: [], questions: [question] });

    await scene.answered(job, question, 'approve', ...right.map(([word]) => word));
    expect((await scene.ended(job)).state).toBe('completed');
    expect(rawResult(scene.told(job))).toEqual({
      action: 'accept',
      content: {
        ...Object.fromEntries(right.map(([word, value]) => [word.split('=')[0], value])),
        firstLine: 'It was a dark and stormy night.',
      },
    });
  });

  test('a form of which a person fills in what is required arrives with the defaults of the rest', async () => {
    const job = `defaults-${transport}`;
    await scene.start(job, transport, form);
    await scene.answered(job, await scene.asked(job), 'approve', 'name=Kim');
    await scene.ended(job);
    expect(rawResult(scene.told(job))).toEqual({
      action: 'accept',
      content: {
        name: 'Kim',
        firstLine: 'It was a dark and stormy night.',
        integer: 42,
        number: 3.14,
        untitledSingleSelectEnum: 'Monica',
        untitledMultipleSelectEnum: ['Guitar'],
        titledSingleSelectEnum: 'hero-1',
        titledMultipleSelectEnum: ['fish-1'],
        legacyTitledEnum: 'pet-1',
      },
    });
  });

  test('C08: a link asked for by request is shown, agreed to, done, and the tool is told so', async () => {
    const job = `link-${transport}`;
    await scene.start(job, transport, links, { url: page });
    const link = await scene.asked(job);
    expect(link).toMatchObject({ kind: 'url', url: page });
    expect((await scene.adjourn('show', `${job}/${link.id}`)).stdout).toContain(`address  ${page}`);
    await scene.answered(job, link, 'approve');
    const finished = await scene.asked(job);
    expect(finished.kind).toBe('finished');
    await scene.answered(job, finished, 'approve', 'outcome=retry');
    expect((await scene.ended(job)).state).toBe('completed');
    expect(rawResult(scene.told(job))).toEqual({ action: 'accept' });
  });
});

/** A word for each kind of field, and what the server must get for it. */
const right: [word: string, value: unknown][] = [
  ['name=김하늘 Sky', '김하늘 Sky'],
  ['check=no', false],
  ['email=kim@example.com', 'kim@example.com'],
  ['homepage=https://example.com/~kim?a=b=c', 'https://example.com/~kim?a=b=c'],
  ['birthdate=1992-02-29', '1992-02-29'],
  ['integer=7', 7],
  ['number=2.5e1', 25],
  ['untitledSingleSelectEnum=Ross', 'Ross'],
  ['untitledMultipleSelectEnum=Piano', ['Piano', 'Drums']],
  ['untitledMultipleSelectEnum=Drums', ['Piano', 'Drums']],
  ['titledSingleSelectEnum=Wonder Woman', 'hero-3'],
  ['titledMultipleSelectEnum=Salmon', ['fish-2', 'fish-3']],
  ['titledMultipleSelectEnum=fish-3', ['fish-2', 'fish-3']],
  ['legacyTitledEnum=Birds', 'pet-3'],
];

const wrong: [word: string, message: unknown][] = [
  ['check=maybe', 'check must be true or false (or yes or no), got "maybe"'],
  ['email=x@', 'email must be a valid email, got "x@"'],
  ['homepage=my page', 'homepage must be a valid uri, got "my page"'],
  ['birthdate=1991-02-29', 'birthdate must be a valid date, got "1991-02-29"'],
  ['integer=1.5', 'integer must be a whole number, got "1.5"'],
  ['number=1001', 'number must be at most 1000, got 1001'],
  ['untitledSingleSelectEnum=Gunther', expect.stringContaining('must be one of "Monica", "Rachel"')],
  ...['Guitar', 'Piano', 'Violin', 'Drums'].map((choice): [string, unknown] => [
    `untitledMultipleSelectEnum=${choice}`,
    expect.stringContaining('must have at most 3 choices'),
  ]),
  ['titledSingleSelectEnum=Batman', expect.stringContaining('must be one of "hero-1"')],
  ['titledMultipleSelectEnum=Shark', expect.stringContaining('must be one of "fish-1"')],
  ['legacyTitledEnum=Dragons', expect.stringContaining('must be one of "pet-1"')],
  ['nickname=K', 'nickname is not a field of this form'],
];
