// Every word this server says to a model or a person, in English and Korean.
import { largestQuantity } from './operations.ts';
import type { Order } from './operations.ts';

export interface Texts {
  checkStock: { title: string; description: string };
  placeOrder: { title: string; description: string };
  sku: string;
  quantity: string;
  badSku: string;
  badQuantity: string;
  inStock(sku: string, level: number): string;
  neverStocked(sku: string): string;
  /** The question. It depends on the order alone, so that the same call always asks the same thing. */
  question(order: Order): string;
  ordered(order: Order): string;
  declined(order: Order): string;
  undecided(order: Order): string;
  otherOrder(approved: Order, asked: Order): string;
  cannotAsk(order: Order, why: string): string;
  notRecorded(order: Order, why: string): string;
}

const count = largestQuantity.toLocaleString('en');

const english: Texts = {
  checkStock: { title: 'Check stock', description: 'Tells how many pieces of a SKU are in stock.' },
  placeOrder: {
    title: 'Place a purchase order',
    description:
      'Really orders a quantity of a SKU. Call it when an order is wanted: it asks a person for consent by itself.',
  },
  sku: 'The SKU, for instance SKU-300',
  quantity: 'How many pieces to order',
  badSku: 'A SKU is letters and digits in groups joined by single hyphens, for instance SKU-300.',
  badQuantity: `A quantity is a whole number from 1 to ${count}.`,
  inStock: (sku, level) => `${sku}: ${level} in stock.`,
  neverStocked: (sku) => `${sku}: 0 in stock. This SKU was never stocked; check the spelling.`,
  question: ({ sku, quantity }) => `Order ${quantity} of ${sku} for real?`,
  ordered: ({ sku, quantity }) => `Ordered ${quantity} of ${sku}, as a person approved.`,
  declined: ({ sku, quantity }) =>
    `Not ordered: a person declined the order of ${quantity} of ${sku}. The stock is untouched.`,
  undecided: ({ sku, quantity }) =>
    `Not ordered: nobody has decided about ${quantity} of ${sku} yet. The stock is untouched.`,
  otherOrder: (approved, asked) =>
    `Not ordered: the answer is for ${approved.quantity} of ${approved.sku}, this call is for ${asked.quantity} of ${asked.sku}. Call again without requestState to ask anew.`,
  cannotAsk: ({ sku, quantity }, why) =>
    `Not ordered: no person could be asked about ${quantity} of ${sku} (${why}). The stock is untouched.`,
  notRecorded: ({ sku, quantity }, why) =>
    `The order of ${quantity} of ${sku} may or may not have been recorded (${why}). Check the stock before ordering again.`,
};

const korean: Texts = {
  checkStock: { title: '재고 확인', description: 'SKU 하나의 현재 재고 수량을 알려 준다.' },
  placeOrder: {
    title: '발주',
    description:
      'SKU를 원하는 수량만큼 실제로 주문한다. 주문할 일이 있으면 바로 호출하라. 사람의 동의는 이 툴이 직접 구한다.',
  },
  sku: '상품 SKU(예: SKU-300)',
  quantity: '주문할 수량',
  badSku: 'SKU는 영문자와 숫자 묶음을 하이픈 하나로 이어 써야 합니다(예: SKU-300).',
  badQuantity: `수량은 1에서 ${count} 사이의 정수여야 합니다.`,
  inStock: (sku, level) => `${sku} 재고: ${level}개`,
  neverStocked: (sku) => `${sku} 재고: 0개. 들여놓은 적이 없는 SKU이니 표기를 확인하세요.`,
  question: ({ sku, quantity }) => `${sku} 상품을 ${quantity}개 정말로 주문할까요?`,
  ordered: ({ sku, quantity }) => `담당자의 승인을 받아 ${sku} ${quantity}개를 주문했습니다.`,
  declined: ({ sku, quantity }) =>
    `담당자가 거절하여 ${sku} ${quantity}개를 주문하지 않았습니다. 재고는 그대로입니다.`,
  undecided: ({ sku, quantity }) =>
    `아직 아무도 결정하지 않아 ${sku} ${quantity}개를 주문하지 않았습니다. 재고는 그대로입니다.`,
  otherOrder: (approved, asked) =>
    `주문하지 않았습니다. 받은 답은 ${approved.sku} ${approved.quantity}개에 대한 것인데 이번 호출은 ${asked.sku} ${asked.quantity}개입니다. requestState 없이 다시 호출하면 새로 묻습니다.`,
  cannotAsk: ({ sku, quantity }, why) =>
    `${sku} ${quantity}개에 대해 물어볼 사람이 없어 주문하지 않았습니다(${why}). 재고는 그대로입니다.`,
  notRecorded: ({ sku, quantity }, why) =>
    `${sku} ${quantity}개 주문이 기록되었는지 확실하지 않습니다(${why}). 다시 주문하기 전에 재고를 확인하세요.`,
};

export const languages: { en: Texts; ko: Texts } = { en: english, ko: korean };
