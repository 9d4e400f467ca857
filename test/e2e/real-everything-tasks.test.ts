// The MCP project's own reference server, over both of its transports: links by error -32042, and questions in MCP tasks, the
// host's and the server's.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { everything, openRealScene, rawResult, type RealScene } from '../support/real-scene.ts';

const transports = ['stdio', 'http'] as const;
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

test.each(transports)(
  'C08 over %s: a link that the tool needs first (-32042) is shown, agreed to and done; then the call is sent again, once',
  async (transport) => {
    const job = `needs-${transport}`;
    await scene.start(job, transport, 'trigger-url-elicitation', { url: page, errorPath: true });
    const needed = await scene.asked(job);
    expect(needed).toMatchObject({ kind: 'url', url: 'https://modelcontextprotocol.io' });
    await scene.answered(job, needed, 'approve');
    const finished = await scene.asked(job);
    expect(finished).toMatchObject({ kind: 'finished', url: 'https://modelcontextprotocol.io' });
    expect(await legs(job)).toBe(1);
    await scene.answered(job, finished, 'approve', 'outcome=retry');
    // This tool, let through, asks for a link of its own.
    const own = await scene.asked(job);
    expect(own).toMatchObject({ kind: 'url', url: page });
    expect(await legs(job)).toBe(2);
    await scene.answered(job, own, 'approve');
    await scene.answered(job, await scene.asked(job), 'approve', 'outcome=retry');
    // Run anew it needs the first link again; people have been there, so nobody is asked twice.
    expect((await scene.ended(job)).questions).toHaveLength(4);
    expect(rawResult(scene.told(job))).toMatchObject({ action: 'accept' });
  },
);

test('a question that the host is to answer as a task of its own is answered like any other', () =>
  overBoth(async (transport) => {
    const job = `host-task-${transport}`;
    await scene.start(job, transport, 'trigger-elicitation-request-async');
    const question = await scene.asked(job);
    const words = ['name=Kim', 'favoriteColor=Green', 'agreeToTerms=yes'];
    await scene.answered(job, question, 'approve', ...words);
    expect((await scene.ended(job)).state).toBe('completed');
    expect(scene.told(job)).toContain('[COMPLETED] User provided the requested information!');
    expect(rawResult(scene.told(job))).toMatchObject({
      action: 'accept',
      content: { name: 'Kim', favoriteColor: 'Green', agreeToTerms: true },
    });
  }));

test('a tool that runs as a task of the server, and asks in the middle of it, goes on with the answer', () =>
  overBoth(async (transport) => {
    const job = `server-task-${transport}`;
    const given = { topic: 'python', ambiguous: true };
    await scene.start(job, transport, 'simulate-research-query', given);
    const question = await scene.asked(job);
    expect(question.message).toContain('"python" could have multiple interpretations');
    await scene.answered(job, question, 'approve', 'interpretation=Monty Python comedy group');
    const { state, questions } = await scene.ended(job);
    expect({ state, asked: questions.length }).toEqual({ state: 'completed', asked: 1 });
    expect(scene.told(job)).toContain('# Research Report: python (comedy)');
  }));

async function overBoth(go: (transport: string) => Promise<void>): Promise<void> {
  await Promise.all(transports.map(go));
}

async function legs(job: string): Promise<number | undefined> {
  return (await scene.status(job)).calls[0]?.legs;
}
