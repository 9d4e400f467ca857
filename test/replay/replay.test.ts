// Jobs that wait today must go on under tomorrow's code: recorded histories against the workflow as it is now.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { workflowBundle } from '../../worker/workflow-bundle.ts';

const folder = fileURLToPath(new URL('./histories/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

async function replay(history: unknown): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, history, 'recorded');
}

function read(file: string): { events: Record<string, unknown>[] } {
  return JSON.parse(readFileSync(folder + file, 'utf8')) as { events: Record<string, unknown>[] };
}

describe('a recorded history replays under the code of today', () => {
  test.each(files)('%s', async (file) => {
    await expect(replay(read(file))).resolves.toBeUndefined();
  });

  test('and every kind of job is among them', () => {
    const names = files.map((file) => file.replace('.json', ''));
    for (const kind of [
      'accepted',
      'declined',
      'cancelled-then-accepted',
      'parallel',
      'unknown',
      'new-run-while-parked',
    ])
      expect(names).toContain(kind);
  });
});

test('a history whose activities have other ids does not replay: a swap of results is never silent', async () => {
  const history = read('parallel.json');
  const swapped = JSON.stringify(history)
    .replaceAll('"r1.c1.1"', '"@"')
    .replaceAll('"r1.c2.1"', '"r1.c1.1"')
    .replaceAll('"@"', '"r1.c2.1"');
  expect(swapped === JSON.stringify(history)).toBe(false);
  await expect(replay(JSON.parse(swapped))).rejects.toThrow(DeterminismViolationError);
});
