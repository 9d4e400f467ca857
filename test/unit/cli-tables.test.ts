// Lists, colours and times as a terminal, a pipe and a screen reader get them.
import { describe, expect, test } from '@jest/globals';
import stringWidth from 'string-width';
import { card } from '../../client/cli/card.ts';
import { painter, wantsColor } from '../../client/cli/io.ts';
import { questionColumns } from '../../client/cli/lists.ts';
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

  test('C14: of what waits shows age, time left and attempt', () => {
    const question = sampleQuestion({ attempt: 2, againAt: '2026-11-30T12:05:00Z' });
    const lists = (part: object) => {
      const io = sampleIo(part);
      return table(questionColumns(io), [{ job: 'po-1042', status: sampleStatus(), question }], io);
    };
    expect(lists({ columns: 120 })).toEqual([
      'QUESTION        KIND      SERVER: TOOL                      WAITING        EXPIRES  ATTEMPT',
      'po-1042/q1.1.1  approval  operations: place_purchase_order  2 h (put off)  in 22 h  2 of 5',
    ]);
    expect(lists({ terminal: false })).toEqual([
      'po-1042/q1.1.1-9f31c2ab\tapproval\toperations: place_purchase_order\t2026-11-30T10:00:00Z\t2026-12-01T10:00:00Z\t2 of 5',
    ]);
  });

  test('keeps a long name of others away from the margin, and the host in front', () => {
    const tool = 'server: trusted '.repeat(12).trim();
    const lines = table(columns, [{ name: 'a', tool }], sampleIo({ columns: 50 }));
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(line).toMatch(/^(?:name|tool|    ) {2}\S/);
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
