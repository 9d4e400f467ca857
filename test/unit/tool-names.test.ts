import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { modelName, nameTools } from '../../activities/mcp/names.ts';

const legal = /^[A-Za-z0-9_-]{1,64}$/;

describe('names of tools for the model', () => {
  test('say server and tool where they can', () => {
    expect(modelName('operations', 'place_order')).toBe('operations__place_order');
  });

  test('are legal whatever servers call their tools', () => {
    for (const tool of ['한글', '', 'a b', 'x'.repeat(200), '../etc', '💥', '__proto__']) {
      expect(modelName('ops.eu', tool)).toMatch(legal);
    }
  });

  test('do not fall together where servers and tools share their underscores', () => {
    const pairs = [
      ['a', 'b__c'],
      ['a__b', 'c'],
      ['a_', '_b'],
      ['a', '__b'],
      ['a.b', 'c'],
      ['a_b', 'c'],
      ['A', 'c'],
      ['a', 'c'],
    ] as const;
    expect(new Set(pairs.map(([server, tool]) => modelName(server, tool))).size).toBe(pairs.length);
  });

  test('a tool cannot take the hashed name of another', () => {
    const hashed = modelName('s', 'x y');
    expect(modelName('s', hashed.replace('s__', ''))).not.toBe(hashed);
  });

  test('are legal, distinct, and the same in any order', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'B', '_', '-', '.', ' ', '가', '0'),
      minLength: 1,
      maxLength: 40,
    });
    const tools = fc.uniqueArray(fc.record({ server: part, name: part }), {
      selector: (tool) => JSON.stringify([tool.server, tool.name]),
    });
    fc.assert(
      fc.property(tools, (all) => {
        const named = nameTools(all);
        expect(named.size).toBe(all.length);
        const again = nameTools(all.toReversed());
        for (const [name, tool] of named) {
          expect(name).toMatch(legal);
          expect(again.get(name)).toBe(tool);
        }
      }),
    );
  });

  test('a name that two tools share stands for neither', () => {
    const twin = { server: 's', name: 't' };
    expect(nameTools([twin, { ...twin }]).size).toBe(0);
  });
});
