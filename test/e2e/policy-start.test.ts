// What a worker says of its policy when it starts, and that neither a bad rule nor a bad server holds it up.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setStage, type Stage } from '../support/mcp-stage.ts';
import { openScene, type Scene } from '../support/scene.ts';
import { closeTestServers } from '../support/temporal.ts';

let scene: Scene;
let stage: Stage;
/** Takes connections and never answers. */
let mute: Server;
beforeAll(async () => {
  scene = await openScene();
  stage = await setStage({ tools: { read: { steps: [] }, delete: { steps: [] } } });
  mute = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(mute, 'listening');
}, 120_000);
afterAll(async () => {
  await scene.close();
  await stage.close();
  mute.closeAllConnections();
  mute.close();
  await closeTestServers();
}, 120_000);

const rule = (tool: string, then: string, server = 'fs') => ({ server, tool, then });

test('C35 rules that can never apply, reach no tool or come after the fact are told, one line each', async () => {
  const rules = [rule('*', 'ask'), rule('read', 'allow'), rule('delet', 'deny'), rule('x', 'deny', 'away')];
  scene.configure({
    mcpServers: { fs: stage.entry, away: { command: '/nowhere/away' } },
    policy: { servers: { away: { default: 'server-asks' } }, rules },
  });
  const worker = await scene.startWorker();
  const before = worker.said();
  expect(before).toContain('policy: rule 2 can never apply: rule 1 covers it (ask beats allow)');
  expect(before).toContain(
    'the default of server "away" is "server-asks": a call that its server asks nobody',
  );
  expect(before).not.toContain('matches no tool');
  await worker.says(/policy: rule 3 matches no tool: server "fs" has no "delet"; did you mean "delete"\?/);
  await worker.says(/policy: rules for away were not compared with any tools; see: adjourn policy check/);
  expect(
    worker
      .said()
      .split('\n')
      .filter((line) => line.includes('policy: ')),
  ).toHaveLength(4);
  worker.kill('SIGTERM');
  expect(await worker.gone).toBe(0);
});

test('C35 a policy that cannot be read stops the start', async () => {
  scene.configure({ mcpServers: { fs: stage.entry }, policy: { rules: [rule('*', 'alow')] } });
  const { code, stderr } = await scene.adjourn('worker');
  expect([code, stderr]).toEqual([2, expect.stringContaining('policy.rules[0].then')]);
});

test('a server that never answers delays neither start nor stop', async () => {
  const { port } = mute.address() as AddressInfo;
  const silent = { command: process.execPath, args: ['-e', 'process.stdin.resume()'] };
  scene.configure({
    mcpServers: { mute: { url: `http://127.0.0.1:${port}/mcp` }, silent },
    policy: { rules: [rule('a', 'ask', 'mute'), rule('a', 'ask', 'silent')] },
  });
  const asked = once(mute, 'request');
  const worker = await scene.startWorker();
  await asked;
  const stopped = performance.now();
  worker.kill('SIGTERM');
  expect(await worker.gone).toBe(0);
  expect(performance.now() - stopped).toBeLessThan(15_000);
  expect(await scene.stop()).toEqual([]);
});
