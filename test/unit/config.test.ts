// adjourn.config.json: what is taken, what is refused and how that is said, and that secrets stay secret.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../worker/config/config-error.ts';
import { findConfig, loadConfig } from '../../worker/config/load-config.ts';

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'adjourn-config-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function load(config: string | object, env: Record<string, string> = {}) {
  const file = path.join(directory, 'adjourn.config.json');
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
  return loadConfig(file, env);
}

/** The problems without the directory: `LINE:COLUMN FIELD: what`. */
function problems(config: string | object, env: Record<string, string> = {}): string[] {
  const start = `${path.join(directory, 'adjourn.config.json')}:`;
  try {
    load(config, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.replace(start, ''));
  }
  return [];
}

const withKey = (apiKey: string) => ({ ...small, models: { openai: { apiKey } } });
const foundName = (options: { flag?: string; env: Record<string, string> }) =>
  path.basename(findConfig({ ...options, cwd: directory }));
const small = { model: 'demo/purchase-order' };

describe('a config', () => {
  test('of one line has sensible defaults', () => {
    expect(load(small)).toMatchObject({
      model: 'demo/purchase-order',
      allowedModels: [],
      models: {},
      mcpServers: {},
      policy: { default: 'ask', servers: {}, rules: [] },
      prompts: { delayMs: 60_000, limit: 5, expiresMs: null },
      onDecline: 'finish',
      limits: { rounds: 10, tokens: null },
      taskQueue: 'adjourn',
    });
  });

  test('may hold comments, trailing commas and a byte order mark', () => {
    expect(load('\uFEFF{ // why\n "model": "demo/purchase-order", /* all */ }').model).toBe(
      'demo/purchase-order',
    );
  });

  test('takes times in words or milliseconds', () => {
    expect(load({ ...small, prompts: { delay: '90s', expires: '2 days' } }).prompts).toEqual({
      delayMs: 90_000,
      limit: 5,
      expiresMs: 172_800_000,
      remindMs: null,
    });
    expect(load({ ...small, prompts: { delay: 5_000, expires: null } }).prompts.delayMs).toBe(5_000);
  });

  test('takes prompts of its own for a rule, and only what is given there', () => {
    const rule = {
      server: 'operations',
      tool: 'pay_*',
      then: 'ask',
      prompts: { expires: '2h', remind: '10m' },
    };
    const served = { ...small, mcpServers: { operations: { url: 'http://127.0.0.1:8085/mcp' } } };
    const config = load({ ...served, policy: { rules: [rule] } });
    expect(config.policy.rules[0]?.prompts).toEqual({ expiresMs: 7_200_000, remindMs: 600_000 });
    const wrong = { ...served, policy: { rules: [{ ...rule, prompts: { expire: '2h' } }] } };
    expect(problems(wrong)[0]).toContain(
      'policy.rules[0].prompts.expire: unknown key; did you mean "expires"?',
    );
  });

  test('fills variables into servers and models, and keeps their values as secrets', () => {
    const config = load(
      {
        model: 'openai-compatible/qwen3',
        models: { 'openai-compatible': { baseURL: 'http://127.0.0.1:1/v1', apiKey: '${env:KEY}' } },
        mcpServers: {
          files: { url: 'http://127.0.0.1:2', headers: { authorization: 'Bearer ${env:TOKEN}' } },
        },
      },
      { KEY: 'key-in-variable', TOKEN: 'token-in-variable' },
    );
    expect(config.models['openai-compatible']?.apiKey).toBe('key-in-variable');
    expect(config.mcpServers['files']?.headers).toEqual({ authorization: 'Bearer token-in-variable' });
    expect(config.secrets.sort()).toEqual(['key-in-variable', 'token-in-variable']);
  });
});

describe('what is wrong', () => {
  test('is said all at once, in the order of the file, with line, column and field', () => {
    const text = `{
  "model": "demo/purchase-order",
  "modles": {},
  "mcpServers": { "operations": { "url": "http://127.0.0.1:8085/mcp", "timeut": 3 } },
  "policy": { "rules": [{ "server": "operation", "tool": "*", "then": "alow" }] },
  "prompts": { "delay": "1 fortnight", "limit": 0 }
}`;
    expect(problems(text)).toEqual([
      '3:3 modles: unknown key; did you mean "models"?',
      '4:71 mcpServers.operations.timeut: unknown key; did you mean "timeout"?',
      expect.stringMatching(
        /^5:27 policy\.rules\[0\]\.server: no server "operation" in mcpServers; there are: operations/,
      ),
      expect.stringMatching(/^5:63 policy\.rules\[0\]\.then: .*"allow"/),
      expect.stringMatching(/^6:16 prompts\.delay: must be a time from 1s to 1d/),
      expect.stringMatching(/^6:40 prompts\.limit:/),
    ]);
  });

  test.each([
    ['', '1:1'],
    ['{"model": }', '1:11: not JSON: value expected'],
    ['[]', '1:1: Invalid input: expected object'],
    ['{"model": "demo/x", "model": "demo/y"}', '1:21: "model" stands here twice'],
    [
      '{"model": "demo/x",\n "mcpServers": {"a": {"url": "http://h"}, "a": {"command": "x"}}}',
      '2:43: "a" stands here twice',
    ],
    ['{"model": "demo/x", "__proto__": {}}', '"__proto__" cannot be a name'],
    ['{}', 'model: Invalid input: expected string'],
  ])('as text is refused: %s', (text, expected) => {
    expect(problems(text)[0]).toContain(expected);
  });

  test.each<[string, object, string]>([
    ['a model without a provider', { model: 'qwen3' }, 'provider/name'],
    ['an unknown provider', { model: 'openia/gpt' }, 'unknown provider "openia"'],
    ['a provider that needs an address', { model: 'openai-compatible/q' }, 'baseURL'],
    ['a server that is neither', { ...small, mcpServers: { a: {} } }, 'either "command"'],
    [
      'a default for no server',
      { ...small, policy: { servers: { x: { default: 'deny' } } } },
      'no server "x"',
    ],
    ['a negative time', { ...small, prompts: { expires: '-1d' } }, 'must be a time'],
    ['no rounds', { ...small, limits: { rounds: 0 } }, 'limits.rounds'],
  ])('as a value is refused: %s', (_what, config, expected) => {
    expect(problems(config)).toEqual([expect.stringContaining(expected)]);
  });
});

describe('a variable', () => {
  test('that is missing or empty is named, with its place', () => {
    const missing = '1:52 models.openai.apiKey: the environment variable KEY is not set';
    expect(problems(withKey('${env:KEY}'))).toEqual([missing]);
    expect(problems(withKey('${env:KEY}'), { KEY: '' })).toEqual([missing]);
  });

  test.each(['${env:}', '${env:A B}', '${env:KEY'])('written %s is refused', (text) => {
    expect(problems(withKey(text), { KEY: 'x' })).toEqual([expect.stringContaining('${env:NAME}')]);
  });

  test('is refused in the policy, which jobs record', () => {
    const text = `{ "model": "demo/x", "mcpServers": { "a": { "url": "http://127.0.0.1:1" } },
      "policy": { "rules": [{ "server": "a", "tool": "*", "then": "ask", "because": "\${env:KEY}" }] } }`;
    expect(problems(text, { KEY: 'secret-value' })).toEqual([
      expect.stringContaining('every job records the policy'),
    ]);
  });

  test('never appears in a problem', () => {
    const wrong = {
      model: 'nobody/${env:KEY}',
      models: { openai: { apiKey: '${env:KEY}', baseURL: 'ftp://${env:KEY}' } },
      mcpServers: { a: { url: '${env:KEY}' } },
      prompts: { delay: '${env:KEY}' },
    };
    const found = problems(wrong, { KEY: 'very-secret-value' });
    expect(found.length).toBeGreaterThan(3);
    expect(found.join()).not.toContain('very-secret-value');
  });
});

describe('the file', () => {
  test('is the flag’s, else the variable’s, else the one in the working directory', () => {
    for (const name of ['flag.json', 'env.json', 'adjourn.config.json'])
      writeFileSync(path.join(directory, name), '{}');
    const env = { ADJOURN_CONFIG: 'env.json' };
    expect(foundName({ flag: 'flag.json', env })).toBe('flag.json');
    expect(foundName({ env })).toBe('env.json');
    expect(foundName({ env: {} })).toBe('adjourn.config.json');
  });

  test('that is missing or unreadable is said with what to do', () => {
    expect(() => findConfig({ flag: 'none.json', env: {}, cwd: directory })).toThrow(
      /none\.json \(--config\).*no such file/,
    );
    expect(() => loadConfig(directory, {})).toThrow(
      expect.objectContaining({ name: 'ConfigError', exitCode: 2 }),
    );
  });
});
