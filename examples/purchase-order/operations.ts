// The stock room as pure rules: what an order is, which SKUs make sense, and what is in stock after which orders.
import { z } from 'zod';

export const Order = z.object({ sku: z.string(), quantity: z.int().positive() });
export type Order = z.infer<typeof Order>;

/** One line of orders.jsonl: an order that was carried out, and when (ISO 8601, UTC). */
export const ExecutedOrder = Order.extend({ at: z.string() });
export type ExecutedOrder = z.infer<typeof ExecutedOrder>;

export const longestSku = 64;
export const largestQuantity = 10_000;

const openingStock: readonly Order[] = [
  { sku: 'SKU-100', quantity: 12 },
  { sku: 'SKU-200', quantity: 7 },
  { sku: 'SKU-300', quantity: 3 },
];

// Tested before the upper-casing, which would turn a letter such as the German sharp s into another SKU.
const skuPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/i;

export function isSku(text: string): boolean {
  return skuPattern.test(text);
}

export function isSameOrder(one: Order, other: Order): boolean {
  return one.sku === other.sku && one.quantity === other.quantity;
}

/** What is in stock by SKU: the opening stock and every order on top of it. */
export function stockAfter(orders: readonly Order[]): Map<string, number> {
  const stock = new Map<string, number>();
  for (const { sku, quantity } of [...openingStock, ...orders]) {
    stock.set(sku, (stock.get(sku) ?? 0) + quantity);
  }
  return stock;
}
