// The canned demo model: the sentences it reads, in both languages, and that it only ever quotes results.
import { describe, expect, test } from '@jest/globals';
import { createDemoModel } from '../../examples/purchase-order/demo-model.ts';
import { readRequests } from '../../examples/purchase-order/demo-requests.ts';
import type { Turn } from '../../workflows/contract/model.ts';
import { checkStock, placeOrder, request, runStep } from '../support/model-steps.ts';

const short = (goal: string) =>
  readRequests(goal).map(({ tool, arguments: given }) =>
    tool === 'check_stock' ? `check ${given.sku}` : `order ${given.quantity} ${given.sku}`,
  );
const step = (transcript: Turn[], tools = true) =>
  runStep({ resolveModel: async () => createDemoModel() }, request({ transcript, tools }));
const ask = (text: string) => step([{ role: 'user', text }]);
const after = (goal: string, text: string, isError = false): Turn[] => [
  { role: 'user', text: goal },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'a', toolName: placeOrder.modelName, input: {} }],
  },
  { role: 'tools', results: [{ id: 'a', name: placeOrder.modelName, text, isError }] },
];

describe('reading a goal', () => {
  test.each<[string, string[]]>([
    ['order 10 of SKU-300', ['order 10 SKU-300']],
    ['Please order 1,000 pieces of sku-300.', ['order 1000 SKU-300']],
    ['Order 10 of SKU-300 for floor 3', ['order 10 SKU-300']],
    ['order SKU-300 x 10', ['order 10 SKU-300']],
    ['SKU-300을 10개 발주해줘', ['order 10 SKU-300']],
    ['10개의 SKU-300을 주문해 주세요', ['order 10 SKU-300']],
    ['order 10 of SKU-300 and 5 of SKU-100', ['order 10 SKU-300', 'order 5 SKU-100']],
    ['SKU-300 10개와 SKU-100 5개 발주해줘', ['order 10 SKU-300', 'order 5 SKU-100']],
    ['check stock of SKU-300', ['check SKU-300']],
    ['SKU-300 재고', ['check SKU-300']],
    ['SKU-100과 SKU-200 재고 알려줘', ['check SKU-100', 'check SKU-200']],
    ['check the stock of SKU-300, then order 10', ['check SKU-300', 'order 10 SKU-300']],
    ['SKU-300 재고 확인하고 10개 발주해줘', ['check SKU-300', 'order 10 SKU-300']],
    ['SKU-100 재고 알려주고 SKU-300을 10개 발주해줘', ['check SKU-100', 'order 10 SKU-300']],
  ])('%s', (goal, expected) => {
    expect(short(goal)).toEqual(expected);
  });

  test.each([
    'hello',
    'order SKU-300',
    'do not order 10 of SKU-300',
    'order 10 of SKU-300 if the stock is low',
    'order -5 of SKU-300',
    'order 1.5 of SKU-300',
    'SKU-300을 발주하지 마',
    'SKU-300 재고가 부족하면 10개 발주해줘',
  ])('does not act on what it cannot read: %s', (goal) => {
    expect(short(goal)).toEqual([]);
  });
});

describe('a step of the demo model', () => {
  test('calls one tool for each order, in one reply, with arguments that fit', async () => {
    const { calls } = await ask('order 10 of SKU-300 and 5 of SKU-100');
    expect(calls).toMatchObject([
      { kind: 'call', tool: 'place_purchase_order', arguments: { sku: 'SKU-300', quantity: 10 } },
      { kind: 'call', tool: 'place_purchase_order', arguments: { sku: 'SKU-100', quantity: 5 } },
    ]);
  });

  test('checks stock', async () => {
    expect((await ask('SKU-300 재고')).calls).toMatchObject([
      { tool: checkStock.name, arguments: { sku: 'SKU-300' } },
    ]);
  });

  test('quotes the results in the language of the goal', async () => {
    expect((await step(after('order 10 of SKU-300', 'Ordered 10.'))).text).toContain('The tools replied:');
    const korean = await step(after('SKU-300을 10개 발주해줘', '거절됨', true));
    expect(korean).toMatchObject({ calls: [], text: expect.stringContaining('오류: 거절됨') });
  });

  test('reports from the results when it has no tools, and that nothing ran when there are none', async () => {
    expect((await step(after('order 10 of SKU-300', 'Not ordered.'), false)).text).toContain('Not ordered.');
    expect((await step([{ role: 'user', text: 'order 10 of SKU-300' }], false)).text).toContain(
      'nothing was ordered',
    );
  });

  test('says what it can do when it does not understand', async () => {
    expect((await ask('write a poem')).text).toContain('no language model');
    expect((await ask('시를 써 줘')).text).toContain('언어 모델이 아니라');
  });
});
