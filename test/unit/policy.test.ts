// Which rule decides a call: ranks, globs, hints, defaults, and names that a server or a model made up to get past them.
import { describe, expect, test } from '@jest/globals';
import { evaluatePolicy, Policy } from '../../workflows/contract/policy.ts';
import { allow, ask, asksItself, decided, deny, pay, type Row } from '../support/policy-rows.ts';

const ranks: Row[] = [
  ['no rule: the default is ask', [], {}, 'ask -'],
  ['deny beats ask', [ask, deny], {}, 'deny 2'],
  ['deny beats ask, whatever the order', [deny, ask], {}, 'deny 1'],
  ['deny beats server-asks', [asksItself, deny], {}, 'deny 2'],
  ['deny beats allow', [allow, deny], {}, 'deny 2'],
  ['ask beats server-asks', [asksItself, ask], {}, 'ask 2'],
  ['ask beats allow', [allow, ask], {}, 'ask 2'],
  ['server-asks beats allow', [allow, asksItself], {}, 'server-asks 2'],
  ['of one rank the first is named', [allow, allow], {}, 'allow 1'],
  [
    'of one rank the first is named, though another is narrower',
    [ask, { ...ask, tool: 'refund' }],
    {},
    'ask 1',
  ],
  ['a narrow allow does not narrow a broad ask', [ask, { ...allow, tool: 'refund' }], {}, 'ask 1'],
  ['all four at once', [allow, asksItself, ask, deny], {}, 'deny 4'],
];

const defaults: Row[] = [
  ['allow as the default', [], {}, 'allow -', { default: 'allow' }],
  [
    'the server’s default beats the default',
    [],
    {},
    'deny -',
    { default: 'allow', servers: { pay: { default: 'deny' } } },
  ],
  [
    'the server’s default may be wider',
    [],
    {},
    'allow -',
    { default: 'deny', servers: { pay: { default: 'allow' } } },
  ],
  ['another server’s default says nothing', [], {}, 'ask -', { servers: { mail: { default: 'allow' } } }],
  [
    'a server without a default has the policy’s',
    [],
    {},
    'deny -',
    { default: 'deny', servers: { pay: {} } },
  ],
  [
    'an allow rule beats the server’s deny',
    [allow],
    {},
    'allow 1',
    { servers: { pay: { default: 'deny' } } },
  ],
  [
    'server-asks as a server’s default',
    [],
    {},
    'server-asks -',
    { servers: { pay: { default: 'server-asks' } } },
  ],
  ['C35 a tool that came later gets the default', [{ tool: 'old_*' }], { tool: 'brand_new' }, 'ask -'],
];

const names: Row[] = [
  ['C35 a server is named exactly', [{ server: 'fs' }], { server: 'FS' }, 'ask -'],
  ['a server has no globs', [{ server: 'p*' }], {}, 'ask -'],
  ['C35 the same tool of another server', [deny], { server: 'pay2' }, 'ask -'],
  ['C35 case counts', [{ tool: 'delete', ...deny }], { tool: 'Delete' }, 'ask -'],
  ['C35 a Cyrillic е is no e', [{ tool: 'delete', ...deny }], { tool: 'dеlete' }, 'ask -'],
  ['C35 _ is no -', [{ tool: 'delete_file' }], { tool: 'delete-file' }, 'ask -'],
  ['C35 server and tool do not run together', [{ tool: 'delete' }], { tool: 'pay/delete' }, 'ask -'],
  ['C35 a misspelt rule guards nothing', [{ tool: 'refnd', ...deny }], {}, 'ask -'],
  ['a star is any run', [{ tool: 're*' }], {}, 'allow 1'],
  ['a star may be nothing', [{ tool: 'refund*' }], {}, 'allow 1'],
  ['a star in the middle', [{ tool: 'r*d' }], {}, 'allow 1'],
  ['stars at both ends', [{ tool: '*fun*' }], {}, 'allow 1'],
  ['the end counts', [{ tool: '*fun' }], {}, 'ask -'],
  ['the start counts', [{ tool: 'fund*' }], {}, 'ask -'],
  ['parts do not overlap', [{ tool: 'refu*fund' }], {}, 'ask -'],
  ['two stars are one', [{ tool: 're**' }], {}, 'allow 1'],
  ['a dot is a dot', [{ tool: 'r.fund' }], {}, 'ask -'],
  ['a question mark is one', [{ tool: 'refun?' }], {}, 'ask -'],
  ['a name with a star is a name', [{ tool: 'a*c' }], { tool: 'a*c' }, 'allow 1'],
  ['line ends are characters too', [{ tool: 'a*c' }], { tool: 'a\nb\nc' }, 'allow 1'],
  ['a server called constructor has no default of its own', [], { server: 'constructor' }, 'ask -'],
  ['a server called __proto__ neither', [], { server: '__proto__' }, 'ask -'],
  ['a tool called constructor is a tool', [{ tool: 'constructor' }], { tool: 'constructor' }, 'allow 1'],
  ['a tool called toString gets the default', [{ tool: 'refund' }], { tool: 'toString' }, 'ask -'],
];

const hints: Row[] = [
  ['a destructive tool is asked where it would be allowed', [allow], { destructive: true }, 'ask 1!'],
  ['also by a default', [], { destructive: true }, 'ask -!', { default: 'allow' }],
  [
    'also by the server’s default',
    [],
    { destructive: true },
    'ask -!',
    { servers: { pay: { default: 'allow' } } },
  ],
  [
    'not when the server is trusted',
    [allow],
    { destructive: true },
    'allow 1',
    { servers: { pay: { trusted: true } } },
  ],
  [
    'trust in another server says nothing',
    [allow],
    { destructive: true },
    'ask 1!',
    { servers: { mail: { trusted: true } } },
  ],
  [
    'trusted: false is no trust',
    [allow],
    { destructive: true },
    'ask 1!',
    { servers: { pay: { trusted: false } } },
  ],
  ['C35 a hint never loosens deny', [deny], { destructive: true }, 'deny 1'],
  ['a hint leaves ask as it is', [ask], { destructive: true }, 'ask 1'],
  ['a hint leaves server-asks as it is', [asksItself], { destructive: true }, 'server-asks 1'],
  ['C35 no hint, no change', [ask], { destructive: false }, 'ask 1'],
];

describe.each([
  ['rank', ranks],
  ['default', defaults],
  ['name', names],
  ['hint', hints],
])('by %s', (_by, rows) => {
  test.each(rows)('%s', (_what, rules, call, expected, ...[rest]) => {
    expect(decided(rules, call, rest)).toBe(expected);
  });
});

test('what the deciding rule says goes with the verdict, and a hint says why it tightened', () => {
  const rule = {
    server: 'pay',
    tool: '*',
    then: 'ask',
    because: 'money',
    editable: true,
    onDecline: 'continue',
  };
  const policy = Policy.parse({ rules: [rule, { ...rule, because: 'never seen' }] });
  expect(evaluatePolicy(policy, pay)).toMatchObject({
    because: 'money',
    editable: true,
    onDecline: 'continue',
  });
  const open = Policy.parse({ default: 'allow' });
  expect(evaluatePolicy(open, { ...pay, destructive: true }).because).toBe(
    'the server calls this tool destructive',
  );
});
