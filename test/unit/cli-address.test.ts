// C08: an address that a server wants opened is shown whole, with the host it leads to and what is odd about it.
import { describe, expect, test } from '@jest/globals';
import { card } from '../../client/cli/card.ts';
import { sampleIo, sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

function shown(url: string, columns = 120) {
  const question = sampleQuestion({ kind: 'url', url, arguments: {} });
  const lines = card(sampleStatus(), question, sampleIo({ columns }), { full: true, commands: true });
  const value = (name: string) =>
    lines.find((line) => line.startsWith(`  | ${name} `))?.replace(/^ {2}\| \w+ +/, '');
  return {
    lines,
    address: value('address'),
    host: value('host'),
    reads: value('reads'),
    warnings: lines.filter((line) => line.startsWith('  warning  ')).map((line) => line.slice(11)),
  };
}

const imitates = 'this address may imitate another one';
const mixed = 'its host mixes scripts';
const port = 'it leads to a port that is not the usual one';
const userinfo = 'what stands before the @ is not the host';
const plain = 'not encrypted: others on the way can read and change what you send';

describe('C08: an address', () => {
  test.each<[string, string, string, string[]]>([
    ['nothing odd', 'https://pay.example/x?y=1', 'pay.example', []],
    ['punycode', 'https://xn--pple-43d.example/pay?x=1', 'xn--pple-43d.example', [imitates, mixed]],
    ['letters of one other script', 'https://аррӏе.example/', 'xn--80ak6aa92e.example', [imitates]],
    ['letters of two scripts', 'https://раypal.example/', 'xn--ypal-43d9g.example', [imitates, mixed]],
    ['Korean', 'https://한국.example/', 'xn--3e0b707e.example', [imitates]],
    ['Latin and Korean', 'https://kim한국.example/', 'xn--kim-ot8lk11n.example', [imitates]],
    ['wide letters', 'https://ｂａｎｋ.example/', 'bank.example', [imitates]],
    ['a name before the host', 'https://bank.example@evil.example/', 'evil.example', [userinfo]],
    ['a name that is a secret', 'https://a:b@evil.example/', 'evil.example', [userinfo]],
    ['a port', 'https://pay.example:8443/', 'pay.example, port 8443', [port]],
    ['no encryption', 'http://pay.example/', 'pay.example', [plain]],
    [
      'a number',
      'https://2130706433/',
      '127.0.0.1',
      ['its host is written in an unusual way', 'its host is a number and not a name'],
    ],
    ['a backslash', String.raw`https:\\evil.example\@bank.example/`, 'evil.example', []],
    [
      'a tab in the host',
      'https://ev\til.example/',
      'evil.example',
      ['its host is written in an unusual way', 'it holds characters that cannot be seen'],
    ],
    [
      'text from right to left',
      'https://pay.example/\u202egpj',
      'pay.example',
      ['it holds characters that cannot be seen'],
    ],
  ])('with %s', (_what, url, host, warnings) => {
    const found = shown(url);
    expect(found.host).toBe(host);
    expect(found.warnings).toEqual(warnings);
  });

  test('is shown as it is written, and its host in letters too', () => {
    expect(shown('https://xn--80ak6aa92e.example/a')).toMatchObject({
      address: 'https://xn--80ak6aa92e.example/a',
      reads: 'аррӏе.example',
    });
    expect(shown('https://аррӏе.example/a').address).toBe('https://аррӏе.example/a');
    expect(shown('https://pay.example/\u202ea').address).toBe(String.raw`https://pay.example/\u{202e}a`);
  });

  test('that is no web address, or none at all, says so', () => {
    expect(shown('javascript:alert(1)').warnings).toContain('it is not a web address');
    expect(shown('https://').warnings).toEqual(['it cannot be read as an address']);
  });

  test('that takes several lines is to be had in one piece', () => {
    const { lines } = shown(`https://pay.example/${'x'.repeat(200)}`, 80);
    expect(lines).toContain('  In one piece: adjourn show po-1042/q1.1.1 --json');
    expect(lines.filter((line) => line.startsWith('  |          x')).length).toBeGreaterThan(1);
  });

  test('is never made a link, wherever it stands, and nothing says that it is opened', () => {
    const text = 'see https://evil.example/';
    const question = sampleQuestion({
      kind: 'url',
      url: 'https://pay.example/',
      message: text,
      arguments: { text },
    });
    const lines = card(sampleStatus(), question, sampleIo(), { full: true, commands: true }).join('\n');
    expect(lines).not.toContain('\u001b');
    expect(lines).toContain('Nothing here opens or fetches it: only you do.');
    expect(lines).toContain('If approved, and when you are done there, this call goes on:');
  });

  test('that the server calls done says so, with its age', () => {
    const part = { url: 'https://pay.example/', visitedAt: '2026-11-30T11:55:00Z', rerun: true };
    for (const kind of ['url', 'finished'] as const) {
      const question = sampleQuestion({ ...part, kind });
      const lines = card(sampleStatus(), question, sampleIo({ columns: 120 }), {
        full: true,
        commands: true,
      });
      expect(lines).toContain(
        '  link    the server says that what this link asks for is done, 5 min ago (not verified)',
      );
      expect(lines.join('\n')).toContain('the tool runs again from its start');
    }
  });
});
