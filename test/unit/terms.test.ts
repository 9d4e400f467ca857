// What a worker grants a job: its own choice of model and servers, and never more than the config allows.
import { describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { digestOf } from '../../workflows/contract/digest.ts';
import { failureTypes } from '../../workflows/contract/failures.ts';
import { narrowedBy, type JobInput } from '../../workflows/contract/job.ts';
import { Terms } from '../../workflows/contract/terms.ts';
import { AdjournConfig } from '../../worker/config/schema.ts';
import { createBegin } from '../../worker/config/terms.ts';

const config = AdjournConfig.parse({
  model: 'demo/purchase-order',
  allowedModels: ['anthropic/claude-*', 'openai-compatible/q'],
  models: { anthropic: { apiKey: 'anthropic-secret' } },
  mcpServers: {
    operations: {
      url: 'http://127.0.0.1:8085/mcp',
      headers: { authorization: 'Bearer operations-secret' },
      timeout: 9_000,
      idempotent: ['check_*'],
    },
    files: { command: 'npx', env: { TOKEN: 'files-secret' } },
  },
  policy: JSON.parse('{"rules":[{"server":"operations","tool":"check_*","then":"allow"}]}'),
  prompts: { delay: '2m', limit: 3, expires: '1d' },
});

const input = (changes: Partial<JobInput> = {}): JobInput => ({
  goal: 'order 10 of SKU-300',
  requestedBy: null,
  model: null,
  servers: null,
  onDecline: null,
  prompts: {},
  ...changes,
});
const begin = (changes: Partial<JobInput> = {}, given = config) => createBegin(given)(input(changes));

describe('the terms of a job', () => {
  test('are the config’s when the starter wishes nothing, with a snapshot of the policy and no secret', async () => {
    const terms = await begin();
    expect(Terms.parse(terms)).toEqual({
      model: 'demo/purchase-order',
      servers: [
        { name: 'operations', timeoutMs: 9_000, idempotent: ['check_*'] },
        { name: 'files', timeoutMs: 300_000, idempotent: [] },
      ],
      policy: config.policy,
      policyDigest: digestOf(config.policy),
      onDecline: 'finish',
      prompts: { delayMs: 120_000, limit: 3, expiresMs: 86_400_000, remindMs: null },
      limits: config.limits,
    });
    expect(JSON.stringify(terms)).not.toContain('secret');
  });

  test('follow the starter’s choice of model, servers, decline and prompts', async () => {
    const terms = await begin({
      model: 'anthropic/claude-x',
      servers: ['files', 'files'],
      onDecline: 'continue',
      prompts: { delayMs: 1_000, limit: 40, expiresMs: 60_000 },
    });
    expect(terms).toMatchObject({
      model: 'anthropic/claude-x',
      servers: [{ name: 'files' }],
      onDecline: 'continue',
      // The wishes stay in the job's input: a rule of the policy stands between them and these.
      prompts: config.prompts,
    });
    expect(terms.servers).toHaveLength(1);
  });

  test('may be without any server', async () => {
    expect((await begin({ servers: [] })).servers).toEqual([]);
  });

  test.each<[number | null, number | null | undefined, number | null]>([
    [86_400_000, undefined, 86_400_000],
    [86_400_000, 3_600_000, 3_600_000],
    [86_400_000, 172_800_000, 86_400_000],
    [86_400_000, null, 86_400_000],
    [null, undefined, null],
    [null, 3_600_000, 3_600_000],
  ])(
    'with a configured expiry of %p and a wished one of %p expire after %p',
    (configured, wished, expected) => {
      const granted = { ...config.prompts, expiresMs: configured };
      const wishes = wished === undefined ? {} : { expiresMs: wished };
      expect(narrowedBy(granted, wishes).expiresMs).toBe(expected);
    },
  );

  test.each<[string, Partial<JobInput>, RegExp]>([
    ['an unknown server', { servers: ['operations', 'mail'] }, /no server "mail"; it has: operations, files/],
    ['a name of the object’s own', { servers: ['constructor'] }, /no server "constructor"/],
    [
      'a model that is not allowed',
      { model: 'openai/gpt' },
      /"openai\/gpt"; it offers: demo\/purchase-order, anthropic/,
    ],
    ['an allowed model without an address', { model: 'openai-compatible/q' }, /baseURL/],
    ['an empty goal', { goal: ' ' }, /the goal is empty/],
    ['a key that does not exist', { tools: 'all' } as Partial<JobInput>, /tools/],
  ])('are refused for good for %s, and the message says what there is', async (_what, changes, message) => {
    const error: unknown = await begin(changes).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApplicationFailure);
    expect(error).toMatchObject({ type: failureTypes.badTerms, nonRetryable: true });
    expect(String(error)).toMatch(message);
  });
});
