// The stock room on disk. orders.jsonl is the truth; stock.json is derived from it, for people to look at.
// Several server processes may share one directory, so nothing is kept in memory between two calls.
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExecutedOrder, stockAfter } from './operations.ts';
import type { Order } from './operations.ts';

export interface Store {
  /** Pieces in stock, or undefined for a SKU that was never stocked. */
  level(sku: string): number | undefined;
  /** Carries an order out. Each call is one more order: this server leaves it to its host to send a call once. */
  place(order: Order): void;
}

/** Opens (and if need be creates) the directory; throws what the file system says when that cannot be done. */
export function openStore(dir: string): Store {
  mkdirSync(dir, { recursive: true });
  const ordersFile = join(dir, 'orders.jsonl');
  const stockFile = join(dir, 'stock.json');

  publishStock(ordersFile, stockFile);
  return {
    level: (sku) => stockAfter(readOrders(ordersFile)).get(sku),
    place(order) {
      appendOrder(ordersFile, { at: new Date().toISOString(), ...order });
      try {
        publishStock(ordersFile, stockFile);
      } catch (error) {
        // The order stands: an error reply for the sake of a derived file would invite a second order.
        console.error(`stock.json is out of date until the next order: ${String(error)}`);
      }
    },
  };
}

function appendOrder(ordersFile: string, executed: ExecutedOrder): void {
  const before = readText(ordersFile);
  const torn = before !== '' && !before.endsWith('\n');
  appendFileSync(ordersFile, `${torn ? '\n' : ''}${JSON.stringify(executed)}\n`, { flush: true });
}

// A line that is no order was torn by a crash in mid-write: nobody was ever told that it was carried out.
function readOrders(ordersFile: string): ExecutedOrder[] {
  return readText(ordersFile).split('\n').flatMap(parseLine);
}

function parseLine(line: string): ExecutedOrder[] {
  try {
    return [ExecutedOrder.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

// Another process may order between our reading and our rename. Whoever renames last looks once more, so the
// file that stays is never older than the last order.
function publishStock(ordersFile: string, stockFile: string): void {
  let published: string;
  do {
    published = stockText(ordersFile);
    const draft = `${stockFile}.${randomUUID()}.tmp`;
    writeFileSync(draft, published, { flush: true });
    renameSync(draft, stockFile);
  } while (stockText(ordersFile) !== published);
}

function stockText(ordersFile: string): string {
  return `${JSON.stringify(Object.fromEntries(stockAfter(readOrders(ordersFile))), null, 2)}\n`;
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
