// Lists, colours and times as a terminal, a pipe and a screen reader get them.
import { describe, expect, test } from '@jest/globals';
import stringWidth from 'string-width';
import { card } from '../../client/cli/card.ts';
import { painter, wantsColor } from '../../client/cli/io.ts';
import { table } from '../../client/cli/table.ts';
import { wrapped } from '../../client/cli/text.ts';
import { span, until } from '../../client/cli/age.ts';
import { sampleIo, sampleNow, sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

describe('a table', () => {
  const columns = [
    { head: 'NAME', cell: ({ name }: Row) => name, raw: ({ name }: Row) => `raw ${name}` },
    { head: 'TOOL', cell: ({ tool }: Row) => tool },
  ];
  type Row = { name: string; tool: string };
  const rows = [
    { name: '종이', tool: 'order' },
    { name: 'paper', tool: 'x'.repeat(30) },
  ];

  test('lines up by cells, not by code units', () => {
    const lines = table(columns, rows, sampleIo());
    expect(lines.map((line) => stringWidth(line.slice(0, line.search(/TOOL|order|xxx/))))).toEqual([7, 7, 7]);
  });

  test.each([
    ['below 60 columns', { columns: 59 }],
    ['for ACCESSIBLE=1', { accessible: true }],
  ])('becomes labelled lines %s', (_when, part) => {
    expect(table(columns, rows, sampleIo(part))).toEqual([
      'name  종이',
      'tool  order',
      '',
      'name  paper',
      `tool  ${'x'.repeat(30)}`,
    ]);
  });

  test('is tab-separated, uncut and without a head when piped', () => {
    expect(table(columns, rows, sampleIo({ terminal: false, columns: 20 }))).toEqual([
      'raw 종이\torder',
      `raw paper\t${'x'.repeat(30)}`,
    ]);
  });

  test('wraps by cells', () => {
    expect(wrapped('종이종이', 4)).toEqual(['종이', '종이']);
    expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
  });
});

describe('colour', () => {
  test.each([
    ['auto', {}, true, true],
    ['auto', {}, false, false],
    ['auto', { NO_COLOR: '1' }, true, false],
    ['auto', { CLICOLOR: '0' }, true, false],
    ['auto', { TERM: 'dumb' }, true, false],
    ['never', {}, true, false],
    ['always', { NO_COLOR: '1' }, false, true],
  ] as const)('--color %s with %j on a terminal (%s): %s', (wish, env, terminal, expected) => {
    expect(wantsColor(wish, env, terminal)).toBe(expected);
  });

  test('never touches what the server wrote', () => {
    const io = sampleIo({ paint: painter(true) });
    const lines = card(sampleStatus(), sampleQuestion({ kind: 'form', message: 'hello' }), io, {
      full: true,
      commands: true,
    });
    expect(lines).toContain('  | hello');
    expect(lines[0]).toContain('\u001b[');
  });
});

describe('times', () => {
  test.each([
    [59_000, '59 s'],
    [61_000, '1 min'],
    [7_200_000, '2 h'],
    [3 * 86_400_000, '3 d'],
  ])('%d ms is %s', (length, text) => expect(span(length)).toBe(text));
  test('a time that is over is now, none is never', () => {
    expect(until('2026-11-30T11:00:00Z', sampleNow)).toBe('now');
    expect(until(null, sampleNow)).toBe('never');
  });
});
