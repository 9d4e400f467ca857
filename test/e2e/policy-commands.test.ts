// `policy check`, `explain` and `test` as commands, on scripted servers that are really asked. No Temporal is needed or there.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { setStage, type Setting, type Stage } from '../support/mcp-stage.ts';
import { adjourn, type Ended } from '../support/stub-jobs.ts';

const stages: Stage[] = [];
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close();
});

async function stageOf(tools: Record<string, object>, rest: Partial<Setting> = {}): Promise<Stage> {
  const listed = Object.entries(tools).map(([name, definition]) => [name, { steps: [], definition }]);
  const stage = await setStage({ tools: Object.fromEntries(listed), ...rest });
  stages.push(stage);
  return stage;
}

/** `adjourn policy ...` beside a config; Temporal would be at an address where nothing listens. */
function policyCommand(servers: Record<string, object>, policy: object) {
  const dir = stages[0]?.dir ?? '';
  const config = path.join(dir, 'adjourn.config.json');
  writeFileSync(config, JSON.stringify({ model: 'demo/x', mcpServers: servers, policy }));
  const run = (...argv: string[]): Promise<Ended> =>
    adjourn(argv, { ADJOURN_CONFIG: config, TEMPORAL_ADDRESS: '127.0.0.1:1', TOKEN: 'tell-nobody-7' });
  return { run, dir, config };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const destructive = { annotations: { destructiveHint: true } };
const amount = {
  inputSchema: { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } },
};
const upTo100 = { required: ['amount'], properties: { amount: { type: 'number', maximum: 100 } } };

describe('adjourn policy check', () => {
  test.each(['modern', 'legacy'] as const)(
    'shows every tool with its outcome and why, and ends with 0: %s',
    async (era) => {
      const ops = await stageOf({ check_stock: {}, order: destructive, refund: amount, other: {} }, { era });
      const { run } = policyCommand(
        { ops: ops.entry },
        {
          servers: { ops: { default: 'deny' } },
          rules: [
            { server: 'ops', tool: 'check_*', then: 'allow' },
            { server: 'ops', tool: 'order', then: 'allow' },
            { server: 'ops', tool: 'refund', when: upTo100, then: 'allow' },
          ],
        },
      );
      const { code, stdout, stderr } = await run('policy', 'check');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n')).toEqual([
        'ops\tcheck_stock\tallow\trule 1',
        'ops\torder\task\trule 2, the server calls it destructive',
        'ops\trefund\tdeny or allow\trule 3 when its condition holds, else server default',
        'ops\tother\tdeny\tserver default',
        '',
        'nothing wrong was found',
        '',
      ]);
    },
  );

  test('C35 a hint that a tool is harmless opens nothing; doubles and misspelt rules are told; exit 1', async () => {
    const fs = await stageOf({ delete: { annotations: { readOnlyHint: true } }, read: {} });
    const evil = await stageOf({ fs_delete: {}, 'FS/delete': {}, 'd\u0435lete': {} });
    const { run } = policyCommand(
      { fs: fs.entry, evil: evil.entry, mail: { command: '/nowhere/mail', env: { KEY: '${env:TOKEN}' } } },
      {
        servers: { mail: { default: 'deny' } },
        rules: [
          { server: 'fs', tool: 'delete', then: 'ask' },
          { server: 'fs', tool: '*', then: 'allow' },
          { server: 'fs', tool: 'delet', then: 'ask' },
        ],
      },
    );
    const { code, stdout } = await run('policy', 'check');
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 2)).toEqual(['fs\tdelete\task\trule 1', 'fs\tread\tallow\trule 2']);
    expect(lines.slice(2, 5).every((line) => line.endsWith('\task\tdefault'))).toBe(true);
    expect(stdout).toContain('mistake: server mail cannot be started: there is no such command');
    expect(stdout).toContain(
      'mistake: rule 3 matches no tool: server "fs" has no "delet"; did you mean "delete"?',
    );
    expect(stdout).toContain(String.raw`look alike: fs: "delete", evil: "d\u{435}lete"`);
    expect(stdout).toContain('look alike: fs: "delete", evil: "fs_delete", evil: "FS/delete"');
    expect(stdout).not.toContain('tell-nobody-7');
  });

  test('--json has all of it, with the names that models are told', async () => {
    const ops = await stageOf({ order: {}, 'or/der': {}, broken: { inputSchema: 'none' } });
    const { run, config } = policyCommand({ ops: ops.entry }, { default: 'server-asks' });
    const { code, stdout } = await run('policy', 'check', '--json');
    expect(code).toBe(0);
    const whole = JSON.parse(stdout);
    expect(whole).toMatchObject({
      version: 1,
      config,
      servers: [{ server: 'ops', tools: 2, problem: null }],
      tools: [
        { server: 'ops', tool: 'order', modelName: 'ops__order', outcomes: ['server-asks'], why: 'default' },
        { tool: 'or/der', modelName: expect.stringMatching(/^ops__or_der_[0-9a-f]{12}$/) },
      ],
    });
    const kinds = whole.findings.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['look-alike', 'left-out-tool', 'server-asks']);
  });

  test('a thousand hostile names come out whole, escaped and soon', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `${n}\u001b[2J\n${'\u202e'.repeat(200)}`);
    const ops = await stageOf(Object.fromEntries(names.map((name) => [name, {}])), { http: true });
    const { run } = policyCommand({ ops: ops.entry }, {});
    const { code, stdout, ms } = await run('policy', 'check');
    expect(code).toBe(0);
    expect(
      stdout
        .split('\n')
        .slice(0, 1_000)
        .every((line) => line.endsWith('\task\tdefault')),
    ).toBe(true);
    // oxlint-disable-next-line no-control-regex
    expect(/[\u0000-\u0008\u000b-\u001f\u202e]/.test(stdout)).toBe(false);
    expect(ms).toBeLessThan(20_000);
  });

  test('leaves no process behind, even of a server that does not end with its input', async () => {
    const ops = await stageOf({ a: {} }, { era: 'legacy', stubborn: true });
    const pids = path.join(ops.dir, 'pids');
    const noting = `import{appendFileSync}from"node:fs";appendFileSync(${JSON.stringify(pids)},process.pid+" ")`;
    const args = ['--import', `data:text/javascript,${noting}`, ...(ops.entry.args ?? [])];
    const { run } = policyCommand({ ops: { ...ops.entry, args } }, {});
    expect((await run('policy', 'check')).code).toBe(0);
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    expect(started.length).toBeGreaterThan(0);
    expect(started.filter(isAlive)).toEqual([]);
  });

  test('C35 a malformed policy is refused with its place, exit 2', async () => {
    await stageOf({});
    const { run, config } = policyCommand({}, { rules: [{ server: 'x', tool: '*', then: 'alow' }] });
    const { code, stdout, stderr } = await run('policy', 'check');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${config}:1:`);
    expect(stderr).toContain('policy.rules[0].server: no server "x" in mcpServers');
    expect((await run('policy', 'check', '--config', 'nowhere.json')).code).toBe(2);
    expect((await run('policy', 'frob')).code).toBe(2);
  });
});

describe('adjourn policy explain', () => {
  test('uses the real hints and schema of the tool', async () => {
    const ops = await stageOf({ refund: { ...amount, ...destructive } });
    const { run } = policyCommand({ ops: ops.entry }, { default: 'allow' });
    const { code, stdout } = await run('policy', 'explain', 'ops', 'refund', '{"amount": "all"}');
    expect(code).toBe(0);
    expect(stdout).toContain('why        default, the server calls it destructive');
    expect(stdout).toContain(`which do not fit the tool's schema`);
    const { stdout: json } = await run('policy', 'explain', 'ops', 'refund', '{"amount": 1}', '--json');
    expect(JSON.parse(json)).toMatchObject({
      exists: true,
      destructive: true,
      argumentsProblem: null,
      outcomes: ['ask'],
      rank: 6,
    });
  });

  test('works for a tool that does not exist, for a server that is away, and as if it were destructive', async () => {
    const ops = await stageOf({ refund: {} });
    const { run } = policyCommand(
      { ops: ops.entry, away: { command: '/nowhere/away' } },
      { default: 'allow' },
    );
    expect((await run('policy', 'explain', 'ops', 'refnud')).stdout).toContain('did you mean "refund"?');
    const { code, stdout } = await run('policy', 'explain', 'away', 'x', '--destructive');
    expect(code).toBe(0);
    expect(stdout).toContain('not looked at: server away cannot be started');
    expect(stdout).toContain('outcome    ask');
  });

  test('refuses what cannot be meant, exit 2', async () => {
    await stageOf({});
    const { run } = policyCommand({ ops: { command: '/nowhere' } }, {});
    const unknown = await run('policy', 'explain', 'opps', 'x');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('no server "opps" in mcpServers; did you mean "ops"?'),
    ]);
    for (const args of ['{', '[]', '{"__proto__": 1}']) {
      const { code, stderr } = await run('policy', 'explain', 'ops', 'x', args);
      expect([code, stderr]).toEqual([2, expect.stringContaining('the arguments')]);
    }
  });
});

describe('adjourn policy test', () => {
  test('tries the cases without asking a server: 0 when all pass, 1 when one fails, 2 for a malformed file', async () => {
    const ops = await stageOf({});
    const { run, dir } = policyCommand(
      { ops: ops.entry },
      { rules: [{ server: 'ops', tool: 'a', then: 'deny' }] },
    );
    const cases = path.join(dir, 'cases.json');
    const tried = (...list: object[]) => {
      writeFileSync(cases, JSON.stringify({ cases: list }));
      return run('policy', 'test', cases);
    };
    const [pass, fail] = [
      { server: 'ops', tool: 'a', expect: 'deny', rule: 1 },
      { server: 'ops', tool: 'b', expect: 'deny' },
    ];
    expect(await tried(pass)).toMatchObject({ code: 0, stdout: '1 case passed\n', stderr: '' });
    const failed = await tried(pass, fail);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toBe(
      `${cases}:1:64 cases[1] "ops: b": expected deny, got ask (default)\n1 of 2 cases failed\n`,
    );
    expect(JSON.parse((await run('policy', 'test', cases, '--json')).stdout)).toMatchObject({
      version: 1,
      cases: 2,
      failed: [{ tool: 'b', expected: { outcome: 'deny' }, got: { outcome: 'ask', rule: null } }],
    });
    const malformed = await tried({ server: 'ops', tool: 'a', expects: 'deny' });
    expect(malformed.code).toBe(2);
    expect(malformed.stderr).toContain(`${cases}:1:`);
    expect(ops.deeds()).toEqual([]);
  });
});
