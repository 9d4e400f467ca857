// Reads orders and stock questions out of a sentence, in English or Korean: patterns, no language model.

export type DemoRequest =
  | { tool: 'place_purchase_order'; arguments: { sku: string; quantity: number } }
  | { tool: 'check_stock'; arguments: { sku: string } };

type Span = { at: number; end: number };
type Sku = Span & { kind: 'sku'; sku: string };
type Count = Span & { kind: 'count'; quantity: number };
type Token = Sku | Count;

const skus = /(?<![a-z0-9-])[a-z]{2,}(?:-[a-z0-9]+)*-?\d[a-z0-9]*(?:-[a-z0-9]+)*/gi;
/** Whole numbers on their own: no sign, no fraction, no part of a name. */
const numbers = /(?<![\w.,-])(?:\d{1,3}(?:,\d{3})+|\d+)(?!\d|-|[.,]\d|[a-wyz_])/gi;
/** "10 of SKU-300", "10 SKU-300", "10 pieces of SKU-300" */
const linked = /^\s*(?:x|×|units?|pieces?|pcs|ea|개의)?\s*(?:of\s+)?/i;
/** "SKU-300을 10개", "SKU-300 x 10", "order 10" */
const unit = /^\s*(?:개|박스|units?|pieces?|pcs|ea)/i;
const leadIn = /(?:x|×|\border|\bbuy|\bpurchase)\s*$/i;
const ordering = /\b(?:order|buy|purchase|reorder|restock)\b|발주|주문|구매/i;
const stock = /\b(?:stock|inventory|how many)\b|재고/i;
const stockOf = /\b(?:stock|inventory)\b(?:\s+\w+)?\s+(?:of|for)\s*$/i;
/** What a sentence can hold that turns its meaning, and that patterns cannot judge. */
const beyond =
  /\b(?:if|unless|when|until|not|never|don't|cancel|except|without)\b|지\s*마|지\s*말|않|취소|[가-힣]면(?=\s|,)/i;

/** In the order of the sentence; empty when it is not understood. */
export function readRequests(goal: string): DemoRequest[] {
  if (beyond.test(goal.replaceAll('’', "'"))) return [];
  const tokens = tokensOf(goal);
  const done = new Set<Token>();
  const found: { at: number; request: DemoRequest }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'count') continue;
    const ordered = orderedBy(goal, token, index, tokens);
    if (!ordered) continue;
    if (!ordering.test(goal)) return [];
    const { sku } = ordered;
    found.push({
      at: token.at,
      request: { tool: 'place_purchase_order', arguments: { sku: sku.sku, quantity: token.quantity } },
    });
    if (!ordered.named || !asksStock(goal, sku, token)) done.add(sku);
  }
  const asked = tokens.filter((token): token is Sku => token.kind === 'sku' && !done.has(token));
  // A SKU that is neither counted nor asked about: half a sentence is not acted on.
  if (asked.length > 0 && !stock.test(goal)) return [];
  found.push(
    ...asked.map(({ at, sku }) => ({ at, request: { tool: 'check_stock' as const, arguments: { sku } } })),
  );
  return found.sort((a, b) => a.at - b.at).map(({ request }) => request);
}

function tokensOf(goal: string): Token[] {
  const named = [...goal.matchAll(skus)].map(({ 0: text, index }): Token => ({
    kind: 'sku',
    sku: text.toUpperCase(),
    at: index,
    end: index + text.length,
  }));
  const counted = [...goal.matchAll(numbers)].map(({ 0: text, index }): Token => ({
    kind: 'count',
    quantity: Number(text.replaceAll(',', '')),
    at: index,
    end: index + text.length,
  }));
  return [...named, ...counted].sort((a, b) => a.at - b.at);
}

/** The SKU that a number counts; `named` when it stands before the number. Null for a number that counts nothing here. */
function orderedBy(
  goal: string,
  count: Count,
  index: number,
  tokens: Token[],
): { sku: Sku; named: boolean } | null {
  const after = goal.slice(count.end);
  const next = tokens[index + 1];
  const link = linked.exec(after)?.[0].length ?? 0;
  if (next?.kind === 'sku' && next.at === count.end + link) return { sku: next, named: false };
  if (!unit.test(after) && !leadIn.test(goal.slice(0, count.at))) return null;
  const sku = tokens.slice(0, index).findLast((token) => token.kind === 'sku');
  return sku ? { sku, named: true } : null;
}

/** "SKU-300 재고 확인하고 10개 발주": ordered, and asked about as well. */
function asksStock(goal: string, sku: Sku, count: Count): boolean {
  return stock.test(goal.slice(sku.end, count.at)) || stockOf.test(goal.slice(0, sku.at));
}
