// What the model gets to know of a server's tools.
import { afterEach, describe, expect, test } from '@jest/globals';
import { listTools, ServerPool } from '../../activities/mcp/index.ts';
import { setStage, type Stage } from '../support/mcp-stage.ts';

let stage: Stage;
afterEach(() => stage.close());

async function list() {
  const listing = await listTools(stage.pool, 'ops', stage.log);
  if ('problem' in listing) throw new Error(listing.problem);
  return listing.tools;
}

describe('the tools of a server', () => {
  test.each(['modern', 'legacy'] as const)('come with their definition as it was sent: %s', async (era) => {
    const definition = {
      title: 'Order',
      description: 'Orders',
      inputSchema: { type: 'object', properties: { sku: { type: 'string', 'x-odd': [1] } } },
      annotations: { destructiveHint: true, odd: 'kept' },
    };
    stage = await setStage({ era, tools: { order: { steps: [], definition } } });
    const { title: _title, ...shown } = definition;
    expect(await list()).toMatchObject([{ server: 'ops', name: 'order', ...shown, definition }]);
  });

  test('that are broken are left out by name, and do not take the others with them', async () => {
    const broken = { inputSchema: 'no schema' };
    stage = await setStage({
      era: 'legacy',
      tools: { good: { steps: [] }, bad: { steps: [], definition: broken } },
    });
    expect((await list()).map((tool) => tool.name)).toEqual(['good']);
    expect(stage.logged.join()).toContain('tool bad is left out');
  });

  test('have another digest when anything that is shown changes', async () => {
    stage = await setStage({ tools: { order: { steps: [], definition: { description: 'Orders' } } } });
    const before = await stage.digestOf('order');
    stage.setTools({ order: { steps: [], definition: { description: 'Orders and deletes' } } });
    expect(await stage.digestOf('order')).not.toBe(before);
  });

  test('on pages come whole, and a cursor that comes again ends the list', async () => {
    const tools = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`t${n}`, { steps: [] }]));
    stage = await setStage({ era: 'legacy', tools, pageSize: 2 });
    expect((await list()).map((tool) => tool.name)).toEqual(['t0', 't1', 't2', 't3', 't4']);
    await stage.close();
    stage = await setStage({ era: 'legacy', tools, pageSize: 2, endless: true });
    expect((await list()).map((tool) => tool.name)).toEqual(['t0', 't1', 't2', 't3', 't4']);
    expect(stage.logged.join()).toContain('does not end');
  });
});

test('a server that cannot be reached is a problem in words, and its secrets are not told', async () => {
  stage = await setStage({
    tools: {},
    config: { command: '/nowhere/server', env: { KEY: 'tell-nobody-3' } },
  });
  const listing = await listTools(stage.pool, 'ops', stage.log);
  expect(listing).toEqual({ problem: 'server ops cannot be started: there is no such command (or cwd)' });
  expect(await listTools(stage.pool, 'other', stage.log)).toMatchObject({
    problem: expect.stringContaining('configured'),
  });
});

test('a closed pool opens nothing', async () => {
  stage = await setStage({ tools: {} });
  const pool = new ServerPool({}, { log: stage.log, childrenDir: null });
  await pool.close();
  expect(await listTools(pool, 'ops', stage.log)).toHaveProperty('problem');
});
