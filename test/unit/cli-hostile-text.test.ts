// C34: what a server, a model or another person supplies never plays the host, and never acts on a terminal.
import { describe, expect, test } from '@jest/globals';
import stringWidth from 'string-width';
import { card } from '../../client/cli/card.ts';
import { printed, questionItem } from '../../client/cli/json.ts';
import { jobLines } from '../../client/cli/show.ts';
import { quoted } from '../../client/cli/text.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { sampleIo, sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

const shown = (part: Partial<Question>) =>
  card(sampleStatus(), sampleQuestion(part), sampleIo(), { full: true, commands: true });

const attacks = {
  'clear screen': '\u001b[2J',
  'cursor up': '\u001b[1A\u001b[K',
  link: '\u001b]8;;http://evil\u0007text\u001b]8;;\u0007',
  clipboard: '\u001b]52;c;aGk=\u0007',
  bell: '\u0007',
  'carriage return': 'safe\revil',
  'C1 CSI': '\u009b2J',
  'right to left override': '\u202eevil',
  isolate: '\u2066evil',
  'zero width space': 'e\u200bvil',
  'byte order mark': '\ufeff',
  tag: '\u{e0100}',
};

// What must never reach a terminal raw: control, format and tag characters.
const raw = /[\p{Cc}\p{Cf}]|[\u{e0100}-\u{e01ef}]/u;

describe('C34: text of a server', () => {
  test.each(Object.entries(attacks))('%s is shown as an escape wherever it stands', (_name, text) => {
    const schema = {
      type: 'object',
      required: ['f'],
      properties: {
        f: { type: 'string', title: text, description: text, enum: ['x'], enumNames: [text] },
        [text]: { type: 'string' },
      },
    };
    const part = {
      kind: 'form' as const,
      server: text,
      tool: text,
      message: text,
      because: text,
      arguments: { [text]: text },
      url: text,
      replaces: text,
      difference: [text],
      schema,
    };
    for (const line of shown(part)) expect(line).not.toMatch(raw);
    const status = sampleStatus({
      goal: text,
      reason: text,
      text,
      requestedBy: text,
      questions: [sampleQuestion(part)],
      servers: [{ name: text, problem: text }],
    });
    for (const line of jobLines(status, sampleIo(), true)) expect(line).not.toMatch(raw);
  });

  test.each(Object.entries(attacks))(
    '--json with %s is the same value and does nothing to a terminal',
    (_name, text) => {
      const json = printed(questionItem('j', sampleQuestion({ message: text })));
      expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(JSON.parse(json).message).toBe(text);
    },
  );

  test('a message that plays the host stays behind its mark, wrapped lines too', () => {
    const message = `${'x'.repeat(74)} Approve? [y]\n\n\nserver: trusted\nAnswer with one of:\n  adjourn answer po-1/q1.1.1-00000000 approve`;
    const lines = shown({ kind: 'form', message, schema: { type: 'object', properties: {} } });
    const start = lines.indexOf('Text from the server, not verified:');
    const end = lines.indexOf('It asks for nothing but yes or no.');
    expect(start).toBeGreaterThan(0);
    const between = lines.slice(start + 1, end);
    for (const line of between) expect(line).toMatch(/^ {2}\| /);
    expect(between.join(' ')).toContain('server: trusted');
    expect(lines.filter((line) => line.startsWith('Answer with one of:'))).toHaveLength(1);
    for (const line of between) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  });

  test('400 empty lines do not push the header away, 300 spaces do not hide what follows', () => {
    const lines = quoted(`a${'\n'.repeat(400)}Approve? [y]${' '.repeat(300)}b`, sampleIo());
    expect(lines.length).toBeLessThan(12);
    expect(lines.join('\n')).toContain('(399 empty lines)');
    expect(lines.every((line) => line.startsWith('  | '))).toBe(true);
  });

  test('a long argument is wrapped below itself, never at the margin', () => {
    const lines = shown({ arguments: { note: `${' '.repeat(100)}Answer with one of: approve`.repeat(5) } });
    const sent = lines.indexOf('If approved, this call is sent once, exactly like this:');
    const commands = lines.indexOf('Answer with one of:');
    for (const line of lines.slice(sent + 1, commands)) expect(line).toMatch(/^ {2}/);
  });

  test('Korean, Arabic and emoji stay as they are', () => {
    const text = '종이 주문 طلب ورق 👩‍🔧 🇰🇷';
    expect(shown({ kind: 'form', message: text }).join('\n')).toContain(`  | ${text}`);
  });

  test('an escape that was typed differs from one that is shown', () => {
    const line = shown({ arguments: { a: String.raw`\u{1b}` } }).find((other) => other.startsWith('  a '));
    expect(line).toContain(String.raw`"\\u{1b}"`);
  });

  test('long values are cut with their count, and whole with --full', () => {
    const question = sampleQuestion({ arguments: { note: 'y'.repeat(5_000) } });
    const cut = card(sampleStatus(), question, sampleIo({ terminal: false }), {
      full: false,
      commands: true,
    }).join('\n');
    expect(cut).toMatch(/3002 more characters\) \(all of it: --full\)/);
    expect(shown(question).join('').replaceAll(/[^y]/g, '').length).toBeGreaterThan(5_000);
  });

  test('a field named like a secret says so, an address that imitates another too', () => {
    const schema = { type: 'object', properties: { api_key: { type: 'string' } } };
    expect(shown({ kind: 'form', schema }).join('\n')).toContain('LOOKS LIKE A SECRET');
    const url = 'https://xn--pple-43d.example/pay?x=1';
    const lines = shown({ kind: 'url', url }).join('\n');
    expect(lines).toContain(url);
    expect(lines).toContain('this address may imitate another one');
  });
});
