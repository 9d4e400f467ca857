// The promise, by kill -9: whatever dies while a job waits, the answer that a person gives takes effect exactly once.
// Era x transport x what is killed x answer: a covering third here, all 48 with ADJOURN_TEST=long.
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { openScene, type Process, type Scene } from '../support/scene.ts';
import { closeTestServers } from '../support/temporal.ts';

const eras = ['modern', 'legacy'] as const;
const transports = ['http', 'stdio'] as const;
const victims = ['worker', 'Temporal', 'MCP server', 'all'] as const;
const answers = ['accept', 'decline', 'cancel then accept'] as const;

const matrix = eras.flatMap((era, e) =>
  transports.flatMap((transport, t) =>
    victims.flatMap((victim, v) =>
      answers.map((answer, a) => ({ era, transport, victim, answer, latin: e + t + v + a })),
    ),
  ),
);
// Every pair of values meets at least once: a Latin square over the four columns.
const chosen =
  process.env['ADJOURN_TEST'] === 'long' ? matrix : matrix.filter(({ latin }) => latin % 3 === 0);

const ends = {
  accept: { state: 'completed', orders: 1 },
  decline: { state: 'declined', orders: 0 },
  'cancel then accept': { state: 'completed', orders: 1 },
} as const;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());
afterAll(closeTestServers);

for (const { era, transport, victim, answer } of chosen) {
  test(`${era} over ${transport}, ${victim} killed while waiting, ${answer}: the right end and the exact number of orders`, async () => {
    const port = await getPort();
    const overStdio = transport === 'stdio';
    const operations = overStdio
      ? scene.operationsOverStdio('--era', era)
      : { url: `http://127.0.0.1:${port}/mcp` };
    scene.configure({ mcpServers: { operations }, prompts: { delay: '1s' } });
    const startServer = () => (overStdio ? null : scene.startOperations(port, '--era', era));
    let server = await startServer();
    let worker = await scene.startWorker();

    expect(await scene.adjourn('start', 'order 10 of SKU-300', '--id', 'po-1')).toMatchObject({ code: 0 });
    const asked = await scene.until('po-1', ({ state }) => state === 'waiting');
    const question = asked.questions[0]?.id ?? '';

    const hits = (name: (typeof victims)[number]) => victim === name || victim === 'all';
    if (hits('MCP server')) await killServer(server, worker);
    if (hits('worker')) await killed(worker);
    if (hits('Temporal')) {
      await scene.temporal.kill();
      await scene.temporal.restart();
    }
    // Answers that come while no worker runs count.
    const send = (action: string) =>
      scene.env.client.workflow.getHandle('po-1').signal('answer', { question, action });
    await send(answer === 'cancel then accept' ? 'cancel' : answer);
    if (hits('MCP server')) server = await startServer();
    if (hits('worker')) worker = await scene.startWorker();
    if (answer === 'cancel then accept') {
      await scene.until('po-1', ({ questions }) => questions[0]?.attempt === 2);
      await send('accept');
    }

    const { state, orders } = ends[answer];
    const ended = await scene.until('po-1', (seen) => seen.state !== 'waiting' && seen.state !== 'running');
    expect(ended.state).toBe(state);
    expect(scene.orders()).toHaveLength(orders);
    expect(ended.questions.map(({ id }) => id)).toEqual([question]);
  });
}

async function killed(victim: Process): Promise<void> {
  victim.kill('SIGKILL');
  await victim.gone;
}

/** A stdio server is a child of the worker. */
async function killServer(server: Process | null, worker: Process): Promise<void> {
  if (server) return killed(server);
  const { execFileSync } = await import('node:child_process');
  const children = execFileSync('pgrep', ['-P', String(worker.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  for (const pid of children) process.kill(Number(pid), 'SIGKILL');
}
