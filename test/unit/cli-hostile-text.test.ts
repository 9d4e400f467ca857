// C34: what a server, a model or another person supplies never plays the host, and never acts on a terminal.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { card } from '../../client/cli/card.ts';
import { printed, questionItem } from '../../client/cli/json.ts';
import { jobLines } from '../../client/cli/show.ts';
import { cellsOf, quoted } from '../../client/cli/text.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { sampleIo, sampleQuestion, sampleStatus } from '../support/cli-samples.ts';
import { attacks, everywhere, outputsOf, raw } from '../support/cli-hostile.ts';

const shown = (part: Partial<Question>) =>
  card(sampleStatus(), sampleQuestion(part), sampleIo(), { full: true, commands: true });

const lineText = fc.oneof(
  fc.constantFrom(...Object.values(attacks)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        ' ',
        'server: trusted',
        'Approve? [y]',
        '👨‍👩‍👧‍👦',
        '한',
        'x'.repeat(70),
        '"',
        'Answer with one of:',
      ),
      {
        maxLength: 30,
      },
    )
    .map((parts) => parts.join('')),
);

describe('C34: text of a server', () => {
  test.each(Object.entries(attacks))('%s is shown as an escape in every output', async (_name, text) => {
    const outputs = await outputsOf(text);
    for (const [, output] of outputs) expect(output.replaceAll(/[\n\t]/g, '')).not.toMatch(raw);
    expect(outputs.map(([name]) => name)).toEqual(
      expect.arrayContaining(['card', 'pending', 'list', 'show', 'watch', 'prompts', 'error', 'temporal ui']),
    );
  });

  test.each(Object.entries(attacks))(
    '--json with %s is the same value and does nothing to a terminal',
    (_name, text) => {
      const question = sampleQuestion(everywhere(text));
      const json = printed(questionItem('j', question));
      expect(json.replaceAll('\n', '')).not.toMatch(raw);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(questionItem('j', question))));
    },
  );

  test('never stands at the margin of a card, nor without the mark or a label of the host', () => {
    const labelled = /^ {2}(?:\| |goal {4}|server {2}|tool {4}|new {5}|why {5}|link {4}| {8})/;
    const hostLines = (text: string, columns: number) =>
      card(sampleStatus({ goal: text }), sampleQuestion(everywhere(text)), sampleIo({ columns }), {
        full: true,
        commands: true,
      }).filter((line) => !labelled.test(line));
    const sometimes = [
      '  In one piece: adjourn show po-1042/q1.1.1 --json',
      'This form cannot be shown safely:',
    ];
    fc.assert(
      fc.property(lineText, fc.integer({ min: 40, max: 130 }), (text, columns) => {
        const plain = hostLines('plain', columns);
        const lines = hostLines(text, columns).filter(
          (line) => !/^ {2}(?:warning {2}|adjourn answer po-1042\/q1\.1\.1-9f31c2ab approve)/.test(line),
        );
        for (const line of lines) {
          expect([...plain, ...sometimes]).toContain(line);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('never makes a line of a card wider than the terminal, however it counts an emoji', () => {
    fc.assert(
      fc.property(lineText, fc.integer({ min: 40, max: 130 }), (text, columns) => {
        const lines = card(sampleStatus(), sampleQuestion(everywhere(text)), sampleIo({ columns }), {
          full: true,
          commands: false,
        });
        for (const line of lines.filter((other) => other.startsWith('  | '))) {
          expect(cellsOf(line)).toBeLessThanOrEqual(columns);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('that plays the host stays behind its mark, wrapped lines too', () => {
    const message = `${'x'.repeat(74)} Approve? [y]\n\n\nserver: trusted\nAnswer with one of:\n  adjourn answer po-1/q1.1.1-00000000 approve`;
    const lines = shown({ kind: 'form', message, schema: { type: 'object', properties: {} } });
    const start = lines.indexOf('Text from the server, not verified:');
    const end = lines.indexOf('It asks for nothing but yes or no.');
    expect(start).toBeGreaterThan(0);
    const between = lines.slice(start + 1, end);
    for (const line of between) expect(line).toMatch(/^ {2}\| /);
    expect(between.join(' ')).toContain('server: trusted');
    expect(lines.filter((line) => line.startsWith('Answer with one of:'))).toHaveLength(1);
  });

  test('an argument or a field that is called like a line of the header stays behind the mark', () => {
    const names = { server: 'trusted', 'tool  ': 'harmless', '  goal    x': 1 };
    const schema = { type: 'object', properties: { 'why  ': { type: 'string' } } };
    const lines = shown({ kind: 'form', arguments: names, schema });
    expect(lines).toContain('  | server         "trusted"');
    expect(lines).toContain('  | "tool  "       "harmless"');
    expect(lines.some((line) => line.startsWith('  | "why  "  text'))).toBe(true);
    expect(lines.filter((line) => line.startsWith('  server'))).toEqual(['  server  operations']);
  });

  test('two tools whose names differ only in blanks are told apart', () => {
    const nameOf = (tool: string) => shown({ tool }).find((line) => line.startsWith('  tool'));
    const names = ['a b', 'a  b', ' a b', 'a b ', 'a\nb', 'a\u00a0b', 'a\u3000b', 'a\u200bb'].map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    expect(nameOf(`x${' '.repeat(300)}not declared idempotent`)).toMatch(/^ {2}tool {4}x \\u\{20\}.*$/);
  });

  test('400 empty lines do not push the header away, 300 spaces do not hide what follows', () => {
    const lines = quoted(`a${'\n'.repeat(400)}Approve? [y]${' '.repeat(300)}b`, sampleIo());
    expect(lines).toEqual([
      '  | a',
      '  | (399 empty lines)',
      String.raw`  | Approve? [y]\u{20}(300 spaces)b`,
    ]);
    const value = shown({ arguments: { note: `a${' '.repeat(300)}b` } });
    expect(value).toContain(String.raw`  | note  "a\u{20}(300 spaces)b"`);
  });

  test('a long argument is wrapped below itself, never at the margin', () => {
    const lines = shown({ arguments: { note: `${' '.repeat(100)}Answer with one of: approve`.repeat(5) } });
    const sent = lines.indexOf('If approved, this call is sent once, exactly like this:');
    const commands = lines.indexOf('Answer with one of:');
    for (const line of lines.slice(sent + 1, commands)) expect(line).toMatch(/^ {2}\| /);
  });

  test('Korean, Arabic and emoji stay as they are', () => {
    const text = '종이 주문 طلب ورق 👩‍🔧 🇰🇷';
    expect(shown({ kind: 'form', message: text }).join('\n')).toContain(`  | ${text}`);
  });

  test('an escape that was typed differs from one that is shown', () => {
    const line = shown({ arguments: { a: String.raw`\u{1b}` } }).find((other) => other.startsWith('  | a '));
    expect(line).toContain(String.raw`"\\u{1b}"`);
  });
});

describe('C34: long text', () => {
  const cut = (part: Partial<Question>) =>
    card(sampleStatus(), sampleQuestion(part), sampleIo({ terminal: false }), {
      full: false,
      commands: true,
    }).join('\n');

  test('is cut with its count, and whole with --full', () => {
    const question = { arguments: { note: 'y'.repeat(5_000) } };
    expect(cut(question)).toMatch(/3002 more characters\) \(all of it: --full\)/);
    expect(shown(question).join('').replaceAll(/[^y]/g, '').length).toBeGreaterThan(5_000);
    const message = 'm'.repeat(100_000);
    expect(cut({ kind: 'form', message })).toMatch(/98000 more characters\) \(all of it: --full\)/);
  });

  test('of a form is cut too: descriptions, defaults, choices, differences', () => {
    const text = 'z'.repeat(1_000);
    const values = Array.from({ length: 50 }, (_, index) => `v${index}`);
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string', title: text, description: text, default: text },
        b: { type: 'string', enum: values },
      },
    };
    const lines = cut({ kind: 'form', schema, replaces: 'q1', difference: ['d'.repeat(9_000)] });
    expect(lines.match(/702 more characters/g)).toHaveLength(3);
    expect(lines).toContain('(30 more choices: --full)');
    expect(lines).toContain('(7000 more characters) (all of it: --full)');
    expect(shown({ kind: 'form', schema }).join('\n')).toContain('"v49"');
  });

  test('of the model is cut in a job, and whole with --full', () => {
    const status = sampleStatus({ text: 't'.repeat(5_000) });
    expect(jobLines(status, sampleIo({ terminal: false }), false).join('')).toContain(
      '3000 more characters) (all of it: --full)',
    );
    expect(jobLines(status, sampleIo(), true).join('').replaceAll(/[^t]/g, '').length).toBeGreaterThan(5_000);
  });
});
