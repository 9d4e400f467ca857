// Models that are none of a provider's: the canned one of the example, which needs no key and no network.
import type { ExtraModels } from '../activities/model/providers.ts';
import { createDemoModel, demoModelId } from '../examples/purchase-order/demo-model.ts';

export const extraModels: ExtraModels = {
  [demoModelId]: () => Promise.resolve(createDemoModel()),
};
