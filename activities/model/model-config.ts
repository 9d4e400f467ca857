// The part of adjourn.config.json that is about models, and which of them a job may use.
import { z } from 'zod';
import { bounds } from '../../workflows/contract/bounds.ts';
import { globMatches } from '../../workflows/contract/policy.ts';

/** `demo` stands for the canned models that the worker's wiring hands in. */
const providers = ['anthropic', 'openai', 'openai-compatible', 'demo'];

const ModelId = z
  .string()
  .max(bounds.nameCharacters)
  .regex(
    /^[^/\s]+\/\S+$/,
    'a model is written provider/name, for instance anthropic/NAME or openai-compatible/qwen3',
  );

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const headers = z.record(z.string(), z.string()).optional();
/** Without a key here, the provider's own variable counts: ANTHROPIC_API_KEY, OPENAI_API_KEY. */
const Hosted = z.strictObject({ apiKey: z.string().min(1).optional(), baseURL: address.optional(), headers });

export const ModelProviders = z.strictObject({
  anthropic: Hosted.optional(),
  openai: Hosted.optional(),
  /** Ollama, LM Studio, vLLM and others; most need no key. */
  'openai-compatible': z
    .strictObject({ baseURL: address, apiKey: z.string().min(1).optional(), headers })
    .optional(),
});
export type ModelProviders = z.infer<typeof ModelProviders>;

export const ModelsConfig = z.strictObject({
  /** What a job uses that names no model. */
  model: ModelId,
  /** What else a job may choose: `provider/name`, `*` stands for any run of characters. */
  allowedModels: z.array(z.string().min(1).max(bounds.nameCharacters)).max(100).default([]),
  models: ModelProviders.default({}),
  /** Added to the host's own instructions. */
  system: z.string().max(16_000).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.int().min(1).optional(),
});
export type ModelsConfig = z.infer<typeof ModelsConfig>;

export type ModelSettings = Pick<ModelsConfig, 'system' | 'temperature' | 'maxOutputTokens'>;

export function splitModelId(id: string): { provider: string; name: string } {
  const slash = id.indexOf('/');
  return { provider: id.slice(0, Math.max(slash, 0)), name: id.slice(slash + 1) };
}

/** Why this config cannot serve the model, or null. Says nothing about keys: those may come later. */
export function whyUnserved(id: string, models: ModelProviders): string | null {
  const { provider } = splitModelId(id);
  if (!providers.includes(provider)) {
    return `unknown provider ${JSON.stringify(provider)} in ${JSON.stringify(id)}; there are: ${providers.join(', ')}`;
  }
  if (provider === 'openai-compatible' && !models['openai-compatible']) {
    return `${id} needs models."openai-compatible".baseURL, for instance "http://127.0.0.1:11434/v1" for Ollama`;
  }
  return null;
}

/** A job may use the default and whatever `allowedModels` covers. */
export function isAllowedModel(id: string, config: Pick<ModelsConfig, 'model' | 'allowedModels'>): boolean {
  return id === config.model || config.allowedModels.some((glob) => globMatches(glob, id));
}
