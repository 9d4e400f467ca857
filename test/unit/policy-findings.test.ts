// What `policy check` finds, on listings made by hand: rules, conditions and names, hostile ones too.
import { describe, expect, test } from '@jest/globals';
import type { ServerTool } from '../../activities/mcp/index.ts';
import { Policy } from '../../workflows/contract/policy.ts';
import { judge } from '../../worker/policy/check.ts';
import { skeleton } from '../../worker/policy/confusables.ts';

function tool(name: string, rest: Partial<ServerTool> = {}): ServerTool {
  const inputSchema = { type: 'object' };
  return {
    server: 'fs',
    name,
    description: null,
    inputSchema,
    annotations: null,
    definitionDigest: '',
    definition: {},
    ...rest,
  };
}

type Servers = Record<string, (string | ServerTool)[] | string>;

function judged(policy: object, servers: Servers) {
  const looks = Object.entries(servers).map(([server, listed]) => ({
    server,
    listing:
      typeof listed === 'string'
        ? { problem: listed }
        : { tools: listed.map((one) => ({ ...(typeof one === 'string' ? tool(one) : one), server })) },
    leftOut: [],
  }));
  return judge(Policy.parse(policy), looks);
}

const findings = (rules: object[], servers: Servers, rest: object = {}) =>
  judged(
    { ...rest, rules: rules.map((rule) => ({ server: 'fs', tool: '*', then: 'allow', ...rule })) },
    servers,
  ).findings;
const texts = (...of: Parameters<typeof findings>) =>
  findings(...of).map(({ severity, text }) => `${severity}: ${text}`);

describe('a rule that matches no tool', () => {
  test.each([
    ['delet', ['delete', 'read'], '"delete"'],
    ['raed_*', ['read_file', 'write_file'], '"read_file"'],
    ['Read_*', ['read_file'], '"read_file"'],
    ['delete-file', ['delete_file'], '"delete_file"'],
    ['delete', ['d\u0435lete'], '"d\\u{435}lete"'],
  ])('C35 is a mistake, and the tool that may be meant is named: %s', (glob, names, near) => {
    expect(texts([{ tool: glob }], { fs: names })).toEqual([
      `mistake: rule 1 matches no tool: server "fs" has no ${JSON.stringify(glob)}; did you mean ${near}?`,
    ]);
  });

  test('is told where the tool is, when another server has it', () => {
    expect(texts([{ tool: 'order' }], { fs: ['read'], ops: ['order'] })[0]).toContain(
      'has no "order"; server "ops" has',
    );
  });

  test('is nothing of a server that was not reached, which is the mistake itself', () => {
    expect(texts([{ tool: 'order' }], { fs: 'server fs is away' })).toEqual([
      'mistake: server fs is away; its tools, and rules for them, were not checked',
    ]);
  });

  test.each(['*', 'x', '____', ''])('has no suggestion where there is nothing to go by: %j', (glob) => {
    expect(texts([{ tool: `zz${glob}` }], { fs: ['read'] })[0]).not.toContain('did you mean');
  });
});

describe('a rule that does not decide', () => {
  test('because another covers it is a mistake', () => {
    const rules = [{ then: 'ask' }, { tool: 'read', then: 'allow' }, { tool: 'read', then: 'allow' }];
    expect(texts(rules, { fs: ['read'] })).toEqual([
      'mistake: rule 2 can never apply: rule 1 covers it (ask beats allow)',
      'mistake: rule 3 can never apply: rule 1 covers it (ask beats allow)',
    ]);
    expect(texts([{ tool: 'read' }, { tool: 'read' }], { fs: ['read'] })).toEqual([
      'mistake: rule 2 can never apply: it repeats rule 1',
    ]);
  });

  test('any tool that there is now is no mistake yet', () => {
    const rules = [{ tool: 'read_*', then: 'ask' }, { tool: '*_file' }];
    expect(texts(rules, { fs: ['read_file'] })).toEqual([
      'warning: rule 2 decides no tool that is there now: other rules come before it at each',
    ]);
    expect(texts(rules, { fs: ['read_file', 'write_file'] })).toEqual([]);
  });
});

describe('a condition', () => {
  const schema = { type: 'object', properties: { amount: { type: 'number' } } };
  const refund = { fs: [tool('refund', { inputSchema: schema })] };

  test.each<[string, object, string[]]>([
    ['nothing', { required: ['amount'], properties: { amount: { type: 'number', maximum: 9 } } }, []],
    [
      'a missing argument',
      { properties: { amount: { type: 'number' } } },
      ['when there is no "amount": put it into "required"'],
    ],
    [
      'a text for a number',
      { required: ['amount'], properties: { amount: { maximum: 9 } } },
      ['when "amount" is no number: give it "type": "number"'],
    ],
    [
      'nothing, where the value is fixed',
      { required: ['amount'], properties: { amount: { enum: [1] } } },
      [],
    ],
  ])('of a rule that allows lets through %s', (_what, when, expected) => {
    const told = expected.map((how) => `warning: the condition of rule 1 also holds ${how}`);
    expect(texts([{ when }], refund)).toEqual(told);
    expect(texts([{ when, then: 'deny' }], refund)).toEqual([]);
  });

  test('that looks at an argument which the tool does not take is told', () => {
    const when = { required: ['amout'], properties: { amout: { type: 'number' } } };
    expect(texts([{ when }], refund)).toEqual([
      'warning: the condition of rule 1 looks at "amout", which no tool of the rule takes; did you mean "amount"?',
    ]);
    expect(texts([{ when }], { fs: ['refund'] })).toEqual([]);
  });
});

describe('names that look alike', () => {
  test.each([
    ['fs_delete', 'fs-delete'],
    ['fs/delete', 'fs.delete'],
    ['delete', 'DELETE'],
    ['delete', 'd\u0435lete'],
    ['delete', '\uff44elete'],
    ['copy', 'c\u03bfpy'],
    ['list', '1ist'],
    ['form', 'forrn'],
    ['delete', 'dele\u200bte'],
    ['delete', 'de\u0301lete'],
    ['삭제', '삭_제'],
  ])('C35 are told: %s and %s', (one, other) => {
    expect(skeleton(one)).toBe(skeleton(other));
    const [found] = findings([], { fs: [one], evil: [other] });
    expect(found).toMatchObject({
      kind: 'look-alike',
      severity: 'warning',
      tools: [{ tool: one }, { tool: other }],
    });
  });

  test.each([
    ['delete', 'delete_all'],
    ['read', 'write'],
    ['삭제', '복제'],
    ['が', 'か'],
    ['की', 'का'],
  ])('are not claimed of %s and %s', (one, other) => {
    expect(findings([], { fs: [one, other] })).toEqual([]);
  });

  test('C35 a tool that poses as another server’s is told, and the same name on two servers is not', () => {
    expect(texts([], { fs: ['delete'], evil: ['fs_delete'] })).toEqual([
      'warning: look alike: fs: "delete", evil: "fs_delete". A rule for one does not match the other',
    ]);
    expect(texts([], { fs: ['delete'], mail: ['delete'] })).toEqual([]);
  });
});

test('server-asks is told to be after the fact, for rules and for defaults', () => {
  const found = findings(
    [{ then: 'server-asks' }],
    { fs: ['a'] },
    { servers: { fs: { default: 'server-asks' } }, default: 'server-asks' },
  );
  expect(found.map(({ kind, rule, server }) => [kind, rule, server])).toEqual([
    ['server-asks', 1, 'fs'],
    ['server-asks', null, 'fs'],
    ['server-asks', null, null],
  ]);
  expect(found[0]?.text).toContain('after the fact, not stopped');
});

test('hostile names stay in their quotes and in bounds', () => {
  const names = [
    'a" is fine. mistake: none',
    'A" is fine. mistake: none',
    `${'x'.repeat(250)}1`,
    `${'x'.repeat(250)}l`,
  ];
  const [quoted = '', long = ''] = texts([], { fs: names });
  expect(quoted).toContain(String.raw`"a\" is fine. mistake: none"`);
  expect(long.length).toBeLessThan(500);
});

test('thousands of tools and hundreds of rules take seconds at most', () => {
  const server = (n: number) => Array.from({ length: 1_000 }, (_, at) => `${'tool'.repeat(10)}_${n}_${at}`);
  const rules = Array.from({ length: 300 }, (_, n) => ({ tool: `${'tooll'.repeat(8)}_${n}_x*` }));
  const started = performance.now();
  const { tools } = judged(
    { rules: rules.map((rule) => ({ server: 's1', then: 'ask', ...rule })) },
    {
      s1: server(1),
      s2: server(2),
      s3: server(2),
      s4: Array.from({ length: 1_000 }, (_, n) => '_'.repeat(n % 200) + 'same'),
    },
  );
  expect(tools).toHaveLength(4_000);
  expect(performance.now() - started).toBeLessThan(15_000);
});
