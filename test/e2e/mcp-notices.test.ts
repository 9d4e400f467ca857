// C08: a legacy server says later that a link is done. The job that asked is told once, and nothing else follows.
import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinks } from '../../activities/mcp/links.ts';
import { asks, legacyStage, link, wantsLinks } from '../support/legacy-tools.ts';
import { askedIn, run, until, type Stage } from '../support/mcp-stage.ts';

let stage: Stage;
afterEach(() => stage.close());

type Told = { job: string; server: string; elicitationId: string };

/** Tells no job but the test. */
function listener(fails = false) {
  const told: Told[] = [];
  const tellerOf = (job: string) => () => async (visited: Omit<Told, 'job'>) => {
    told.push({ job, ...visited });
    if (fails) throw new Error('workflow execution already completed');
  };
  return { told, tellerOf };
}

const pay = link('https://pay.test/1', 'e1');
const nobodyWaits = 'debug server ops: a link is done that nobody waits for';

async function stageThatCompletes(elicitationIds: unknown[], http = false) {
  stage = await legacyStage([], { http });
  const file = join(stage.dir, 'done');
  const completes = elicitationIds.map((elicitationId) => ({
    do: 'complete' as const,
    elicitationId: JSON.parse(JSON.stringify(elicitationId)),
    file,
  }));
  stage.setTools({ order: { steps: [...completes, asks(pay)] }, first: { steps: [wantsLinks(pay)] } });
  return () => writeFileSync(file, '');
}

const ignored = () => stage.logged.filter((line) => line === nobodyWaits).length;

test.each([{ http: false }, { http: true }])(
  'C08 a known link is told to the job that asked, once, long after its call: http: $http',
  async ({ http }) => {
    const complete = await stageThatCompletes(['unknown', 'e1', 'e1'], http);
    const { told, tellerOf } = listener();
    askedIn(await run(stage, { job: 'job-7' }, { teller: tellerOf('job-7') }));
    expect(told).toEqual([]);
    complete();
    await until(() => ignored() === 2);
    expect(told).toEqual([{ job: 'job-7', server: 'ops', call: 'c1.1', elicitationId: 'e1' }]);
  },
);

test('a link of error -32042 is told too, to each job that waits for it', async () => {
  const complete = await stageThatCompletes(['e1']);
  const { told, tellerOf } = listener();
  for (const job of ['job-1', 'job-2']) {
    const outcome = await run(stage, { job, tool: 'first' }, { teller: tellerOf(job) });
    expect(outcome).toMatchObject({ kind: 'asked-links' });
  }
  askedIn(await run(stage, { job: 'job-1' }, { teller: tellerOf('job-1') }));
  complete();
  await until(() => told.length === 2);
  expect(told.map(({ job }) => job).sort()).toEqual(['job-1', 'job-2']);
});

test('a notice answers nothing: the link is asked about again', async () => {
  const complete = await stageThatCompletes(['e1']);
  const { told, tellerOf } = listener();
  askedIn(await run(stage, {}, { teller: tellerOf('job-1') }));
  complete();
  await until(() => told.length === 1);
  askedIn(await run(stage));
  expect(stage.replies()).toEqual([{ action: 'cancel' }, { action: 'cancel' }]);
});

test('a job that is over cannot be told, and that hurts nobody', async () => {
  const complete = await stageThatCompletes(['e1']);
  const { tellerOf } = listener(true);
  askedIn(await run(stage, {}, { teller: tellerOf('job-1') }));
  complete();
  const line =
    'debug server ops: job job-1 could not be told that a link is done: workflow execution already completed';
  await until(() => stage.logged.includes(line));
  expect(askedIn(await run(stage)).request).toMatchObject({ elicitationId: 'e1' });
});

test('notices that name no link are ignored', async () => {
  const complete = await stageThatCompletes([null, 7, {}, ['e1'], '']);
  const { told, tellerOf } = listener();
  askedIn(await run(stage, {}, { teller: tellerOf('job-1') }));
  complete();
  await until(() => ignored() === 5);
  expect(told).toEqual([]);
});

describe('what a worker remembers', () => {
  const forget = () => undefined;

  test('is kept when the connection is opened anew', async () => {
    const complete = await stageThatCompletes(['e1'], true);
    const { told, tellerOf } = listener();
    askedIn(await run(stage, {}, { teller: tellerOf('job-1') }));
    await stage.stopHttp();
    await stage.startHttp();
    complete();
    // The call of another job, on a new connection: its server says first what it knows.
    askedIn(await run(stage, { job: 'job-2' }, { teller: tellerOf('job-2') }));
    expect(told.map(({ job }) => job)).toEqual(['job-1']);
  });

  test('is bounded: the oldest link is forgotten', async () => {
    stage = await legacyStage([]);
    const { told, tellerOf } = listener();
    const links = createLinks('ops', forget);
    for (let n = 0; n <= 1_000; n++)
      links.remember(`e${n}`, { job: 'job-1', call: 'c1.1' }, tellerOf('job-1')());
    links.hear({ elicitationId: 'e0' });
    links.hear({ elicitationId: 'e1' });
    expect(told.map(({ elicitationId }) => elicitationId)).toEqual(['e1']);
  });
});
