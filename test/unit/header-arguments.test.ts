// Arguments that a modern HTTP server wants mirrored into headers: a broken declaration keeps the tool from being offered.
import { describe, expect, test } from '@jest/globals';
import { whyHeadersUnsound } from '../../activities/mcp/header-arguments.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';

const withArgument = (declared: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { region: declared, ...more },
});
const region = { type: 'string', 'x-mcp-header': 'Region' };

describe('a declaration of a header', () => {
  test.each([
    ['none at all', withArgument({ type: 'string' })],
    [
      'on a text, an integer and a boolean',
      withArgument(region, { n: { type: 'integer', 'x-mcp-header': 'N' } }),
    ],
    ['on an argument of an argument', withArgument({ type: 'object', properties: { region } })],
    ['that is only an example of a value', withArgument({ type: 'object', default: { 'x-mcp-header': '' } })],
  ])('is sound: %s', (_what, schema) => {
    expect(whyHeadersUnsound(schema)).toBeNull();
  });

  test.each([
    ['an empty name', withArgument({ ...region, 'x-mcp-header': '' }), 'not the name of a header'],
    ['a colon', withArgument({ ...region, 'x-mcp-header': 'A:B' }), 'not the name of a header'],
    ['a line break', withArgument({ ...region, 'x-mcp-header': 'A\r\nB: c' }), 'not the name of a header'],
    ['a number as name', withArgument({ ...region, 'x-mcp-header': 5 }), 'not the name of a header'],
    ['a list as argument', withArgument({ type: 'array', 'x-mcp-header': 'A' }), 'not on a text'],
    ['a nullable text', withArgument({ type: ['string', 'null'], 'x-mcp-header': 'A' }), 'not on a text'],
    [
      'two of one name in other case',
      withArgument(region, { r: { ...region, 'x-mcp-header': 'REGION' } }),
      'two',
    ],
    ['items of a list', withArgument({ type: 'array', items: region }), 'no single argument'],
    ['a branch that may not hold', { type: 'object', anyOf: [withArgument(region)] }, 'no single argument'],
  ])('is unsound with %s', (_what, schema, why) => {
    expect(whyHeadersUnsound(schema)).toContain(why);
  });
});
