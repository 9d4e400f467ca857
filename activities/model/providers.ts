// From `provider/name` to a model. A provider's module is loaded when a job first needs it.
import { splitModelId, whyUnserved, type ModelProviders } from './model-config.ts';
import type { Model } from './tame.ts';

/** Models from outside this folder by their whole id, such as the canned `demo/purchase-order`. */
export type ExtraModels = Record<string, () => Promise<Model>>;

export async function resolveModel(
  id: string,
  models: ModelProviders,
  extra: ExtraModels = {},
): Promise<Model> {
  if (Object.hasOwn(extra, id) && extra[id]) return extra[id]();
  const problem = whyUnserved(id, models);
  if (problem !== null) throw new Error(problem);
  const { provider, name } = splitModelId(id);
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(given(models.anthropic))(name);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(given(models.openai))(name);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { baseURL, ...settings } = given(models['openai-compatible']);
      return createOpenAICompatible({ ...settings, baseURL, name: 'openai-compatible' })(name);
    }
    default:
      throw new Error(
        `this worker has no model ${id}; there are: ${Object.keys(extra).join(', ') || 'none'}`,
      );
  }
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without the settings that are undefined: the providers tell absent from undefined. */
function given<T extends object>(settings: T | undefined): Given<T> {
  return Object.fromEntries(
    Object.entries(settings ?? {}).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}
