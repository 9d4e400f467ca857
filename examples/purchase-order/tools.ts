// The two tools as both SDKs register them: what they advertise, and what they do once everything is known.
import { z } from 'zod';
import { isSku, largestQuantity, longestSku } from './operations.ts';
import type { Order } from './operations.ts';
import type { Store } from './store.ts';
import type { Texts } from './texts.ts';

/** The empty form: nothing to fill in, the answer is the action alone. */
export const emptyForm = { type: 'object' as const, properties: {} };

export type Tools = ReturnType<typeof createTools>;

export function createTools(store: Store, texts: Texts) {
  const bad = { error: texts.badSku };
  const sku = z.string(bad).max(longestSku, bad).trim().refine(isSku, bad).toUpperCase().describe(texts.sku);
  const badQuantity = { error: texts.badQuantity };
  const quantity = z.int(badQuantity).min(1, badQuantity).max(largestQuantity, badQuantity);

  return {
    checkStock: {
      ...texts.checkStock,
      inputSchema: z.strictObject({ sku }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    placeOrder: {
      ...texts.placeOrder,
      inputSchema: z.strictObject({ sku, quantity: quantity.describe(texts.quantity) }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
    texts,
    stockOf(wanted: string) {
      const level = store.level(wanted);
      return say(level === undefined ? texts.neverStocked(wanted) : texts.inStock(wanted, level));
    },
    /** Acts on what a person answered: only `accept` touches the stock. */
    settle(order: Order, action: 'accept' | 'decline' | 'cancel') {
      switch (action) {
        case 'accept':
          return carryOut(store, texts, order);
        case 'decline':
          return say(texts.declined(order));
        case 'cancel':
          return say(texts.undecided(order));
        default:
          return action satisfies never;
      }
    },
  };
}

function carryOut(store: Store, texts: Texts, order: Order) {
  try {
    store.place(order);
  } catch (error) {
    return fail(texts.notRecorded(order, reasonOf(error)));
  }
  return say(texts.ordered(order));
}

function say(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}

export function fail(text: string) {
  return { ...say(text), isError: true };
}

/** The message of an error, bounded: it may come from a client. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}
