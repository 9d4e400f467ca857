// The public MCP client scenarios against the product's own catalogue and callTool activity; see docs/decisions/0013.
import { expect, test } from '@jest/globals';
import { differences, runs } from './scenarios.ts';
import { offered, play } from './suite.ts';

test('every client scenario that the suite offers is run, or left out for a reason', async () => {
  expect(differences(await offered())).toEqual([]);
});

test.each(runs)(
  'every check of $title comes out as expected',
  async (run) => {
    expect((await play(run)).problems).toEqual([]);
  },
  150_000,
);
