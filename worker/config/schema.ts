// What adjourn.config.json may hold. Unknown keys are refused everywhere: a misspelt one would change nothing, unseen.
import { z } from 'zod';
import { McpServers } from '../../activities/mcp/server-config.ts';
import { ModelsConfig } from '../../activities/model/model-config.ts';
import { OnDecline, Prompts, type PromptWishes } from '../../workflows/contract/job.ts';
import { taskQueue } from '../../workflows/contract/messages.ts';
import { Policy, PolicyRule } from '../../workflows/contract/policy.ts';
import { whyUnusable } from '../../workflows/contract/when.ts';
import { JobLimits } from '../../workflows/contract/terms.ts';
import { Condition } from './condition.ts';
import { durationWithin } from './duration.ts';
import { strayNames } from './stray-names.ts';

const prompts = {
  /** Wait before a question is put again after `later`; doubles each time. */
  delay: durationWithin(Prompts.shape.delayMs),
  limit: Prompts.shape.limit,
  /** Life of a question; null: for ever. */
  expires: durationWithin(Prompts.shape.expiresMs.unwrap()).nullable(),
  /** Wait before people are reminded of a question that nobody answered; doubles each time; null: never. */
  remind: durationWithin(Prompts.shape.remindMs.unwrap()).nullable(),
};

const PromptsConfig = z
  .strictObject({
    delay: prompts.delay.default(60_000),
    limit: prompts.limit.default(5),
    expires: prompts.expires.default(null),
    remind: prompts.remind.default(null),
  })
  .transform(({ delay, limit, expires, remind }): Prompts => ({
    delayMs: delay,
    limit,
    expiresMs: expires,
    remindMs: remind,
  }));

/** Of one rule: only what is given differs from the job's own. */
const RulePrompts = z
  .strictObject(prompts)
  .partial()
  .transform(({ delay, limit, expires, remind }): PromptWishes => ({
    delayMs: delay,
    limit,
    expiresMs: expires,
    remindMs: remind,
  }));

const RuleConfig = PolicyRule.extend({ prompts: RulePrompts.optional() }).superRefine(({ when }, context) => {
  if (when === undefined) return;
  const { error } = Condition.safeParse(when);
  for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: ['when', ...issue.path] });
  const why = error ? null : whyUnusable(when);
  if (why !== null)
    context.addIssue({ code: 'custom', path: ['when'], message: `cannot be evaluated: ${why}` });
});

const PolicyConfig = z.strictObject({
  ...Policy.shape,
  rules: z.array(RuleConfig).max(1_000).default([]),
});

const LimitsConfig = z.strictObject({
  rounds: JobLimits.shape.rounds.max(1_000).default(10),
  tokens: JobLimits.shape.tokens.default(null),
  historyEvents: JobLimits.shape.historyEvents.min(50).max(40_000).default(800),
});

export const AdjournConfig = z
  .strictObject({
    $schema: z.string().optional(),
    ...ModelsConfig.shape,
    mcpServers: McpServers.prefault({}),
    policy: PolicyConfig.prefault({}),
    prompts: PromptsConfig.prefault({}),
    onDecline: OnDecline.default('finish'),
    limits: LimitsConfig.prefault({}),
    taskQueue: z.string().min(1).max(200).default(taskQueue),
    maxCachedWorkflows: z.int().min(0).max(100_000).optional(),
  })
  // Also when other fields are wrong, so that everything is said at once.
  .superRefine(
    (value, context) => {
      for (const { path, message } of strayNames(value)) context.addIssue({ code: 'custom', path, message });
    },
    { when: () => true },
  );
export type AdjournConfig = z.infer<typeof AdjournConfig>;
