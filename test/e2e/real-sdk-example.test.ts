// The public SDK's own example of forms, on HTTP: a tool that asks twice in one call, and drops a question by itself after 60 s.
// That minute is waited for with ADJOURN_TEST=long; else the same server runs with that one number made smaller.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { formExample, openRealScene, type RealScene } from '../support/real-scene.ts';
import { serverGaveUp } from '../support/real-silence.ts';
import { tap, type Tap } from '../support/real-tap.ts';
import type { Process } from '../support/scene.ts';
import { crash } from '../support/scripted-scene.ts';

const long = process.env['ADJOURN_TEST'] === 'long';
const event = ['title=Launch', 'description='];
const time = ['date=2027-01-04', 'startTime=09:30', 'duration=45'];
const made = 'Event created successfully';

let scene: RealScene;
let wire: Tap;
let worker: Process;
beforeAll(async () => {
  scene = await openRealScene();
  const port = await getPort();
  const patience = long ? [] : ['--patience', '3000'];
  await scene.serve(/is running on/, '--port', String(port), ...patience, formExample);
  wire = await tap(port);
  scene.host({ example: { url: wire.url } });
  worker = await scene.startWorker();
});
afterAll(async () => {
  await scene?.close();
  await wire?.close();
});

test('two questions in one call are answered one after the other, and the tool acts once, with both', async () => {
  const before = wire.replies(made);
  await scene.start('event', 'example', 'create_event');
  await scene.answered('event', await scene.asked('event'), 'approve', ...event);
  await scene.answered('event', await scene.asked('event'), 'approve', ...time);
  const { state, questions } = await scene.ended('event');
  expect({ state, asked: questions.map(({ message }) => message) }).toEqual({
    state: 'completed',
    asked: ['Step 1: Enter basic event information', 'Step 2: Enter date and time'],
  });
  const told = scene.told('event');
  expect(JSON.parse(told.slice(told.indexOf('{')))).toEqual({
    title: 'Launch',
    description: '',
    date: '2027-01-04',
    startTime: '09:30',
    duration: 45,
  });
  expect(wire.replies(made) - before).toBe(1);
});

test('a form with a password takes it from a file and never from the command line', async () => {
  await scene.start('user', 'example', 'register_user');
  const question = await scene.asked('user');
  const words = [
    'username=kim',
    'email=kim@example.com',
    'role=Designer',
    'interests=ai',
    'interests=backend',
  ];
  const refused = await scene.answer('user', question, 'approve', ...words, 'password=correct horse');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--content-file') });
  writeFileSync(path.join(scene.dir, 'secret.json'), '{"password": "correct horse"}');
  await scene.answered('user', question, 'approve', ...words, '--content-file', 'secret.json');
  expect((await scene.ended('user')).state).toBe('completed');
  expect(scene.told('user')).toContain('Username: kim\nEmail: kim@example.com\nNewsletter: No');
});

test(
  'C24 C17: answered after the server stopped waiting and the worker was killed, between the questions too, the tool acts once',
  async () => {
    const before = wire.replies(made);
    await scene.start('late', 'example', 'create_event');
    const first = await scene.asked('late');
    expect(await serverGaveUp(wire.url, 'create_event')).toMatch(/Event creation failed: .*timed out/);
    expect((await scene.adjourn('show', `late/${first.id}`)).stdout).toContain(
      'the tool runs again from its start',
    );
    await crash(worker);
    expect(await scene.pending()).toContain(`late/${first.id}`);
    expect(await scene.answer('late', first, 'approve', ...event)).toMatchObject({ code: 6 });
    worker = await scene.startWorker();

    const second = await scene.asked('late');
    expect(await serverGaveUp(wire.url, 'create_event')).toMatch(/Event creation failed: .*timed out/);
    await crash(worker);
    worker = await scene.startWorker();
    await scene.answered('late', second, 'approve', ...time);
    expect((await scene.ended('late')).state).toBe('completed');
    expect(wire.replies(made) - before).toBe(1);
  },
  long ? 300_000 : 180_000,
);
