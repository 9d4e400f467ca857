// The prompts themselves, on streams that stand in for a terminal.
import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { Abandoned, terminalAsk, type Ask } from '../../client/cli/ask.ts';

const enter = '\r';
const down = '\u001b[B';
const choices = [
  { value: 'a', title: '"a"' },
  { value: 'b', title: '"b"  "Beta"' },
];

function terminal(accessible: boolean) {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ask = terminalAsk(accessible, { input, output });
  /** Starts a prompt, types each key once the screen shows something new and rests, and returns what came of it. */
  async function typing<T>(prompt: (ask: Ask) => Promise<T>, ...keys: string[]): Promise<T> {
    let seen = text.length;
    const asked = prompt(ask);
    void asked.catch(() => undefined);
    for (const key of keys) {
      await newAndAtRest(() => text.length, seen);
      seen = text.length;
      if (key === 'EOF') input.end();
      else input.write(key);
    }
    return asked;
  }
  opened.push(input);
  return { input, typing, shown: () => stripVTControlCharacters(text) };
}
async function newAndAtRest(length: () => number, seen: number): Promise<void> {
  for (let turn = 0, rest = 0, last = seen; rest < 5; turn += 1) {
    if (turn === 100_000) throw new Error('nothing new came to the screen');
    await new Promise((resolve) => setImmediate(resolve));
    rest = length() > seen && length() === last ? rest + 1 : 0;
    last = length();
  }
}

const prompts: [string, (ask: Ask) => Promise<unknown>][] = [
  ['a line', (ask) => ask.line('Value:')],
  ['a secret', (ask) => ask.line('Value:', { secret: true })],
  ['a choice', (ask) => ask.one('Which?', choices, undefined)],
  ['several choices', (ask) => ask.many('Which?', choices, [])],
];

const opened: PassThrough[] = [];
afterEach(() => {
  for (const input of opened.splice(0)) input.destroy();
});

describe.each([
  ['with redrawing', false, [enter, down, down, enter], [' ', enter]],
  ['line by line (ACCESSIBLE=1)', true, ['\n', '2\n'], ['1\n']],
] as const)('a prompt %s', (_how, accessible, second, first) => {
  const line = accessible ? '\n' : enter;

  test('gives what was typed, and asks again while it does not fit', async () => {
    const { typing, shown } = terminal(accessible);
    const check = (text: string) => (text === 'yes' ? null : 'Only yes will do.');
    const keys = accessible ? ['y\n', 'yes\n'] : ['y', enter, 'yes', enter];
    expect(await typing((ask) => ask.line('Sure?', { check }), ...keys)).toBe('yes');
    expect(shown()).toContain('Only yes will do.');
  });

  test('gives the choice, on Enter only one that was set, and several', async () => {
    const one = (preset: unknown, ...keys: string[]) =>
      terminal(accessible).typing((ask) => ask.one('Which?', choices, preset), ...keys);
    const many = (preset: unknown[], ...keys: string[]) =>
      terminal(accessible).typing((ask) => ask.many('Which?', choices, preset), ...keys);
    expect(await one(undefined, ...second)).toBe(choices[1]);
    expect(await one('b', line)).toBe(choices[1]);
    expect(await one('no longer there', ...second)).toBe(choices[1]);
    expect(await many([], ...first)).toEqual([choices[0]]);
    expect(await many(['b'], line)).toEqual([choices[1]]);
    expect(await many([], line)).toEqual([]);
  });

  test('never shows a secret', async () => {
    const { typing, shown } = terminal(accessible);
    expect(await typing((ask) => ask.line('Value:', { secret: true }), 'hunter2', enter)).toBe('hunter2');
    expect(shown()).toContain('Value:');
    expect(shown()).not.toContain('hunter2');
  });

  test.each(prompts)('%s that is left by a closed stdin is abandoned', async (_what, prompt) => {
    await expect(terminal(accessible).typing(prompt, 'EOF')).rejects.toThrow(Abandoned);
  });

  test.each(prompts)('%s after stdin was read to its end is abandoned', async (_what, prompt) => {
    const { input, typing } = terminal(accessible);
    input.end();
    input.resume();
    await once(input, 'end');
    await expect(typing(prompt)).rejects.toThrow('Nothing was sent; still open.');
  });
});

test.each(prompts)('%s is abandoned by Ctrl-C and by Ctrl-D', async (_what, prompt) => {
  await expect(terminal(false).typing(prompt, '\u0003')).rejects.toThrow(Abandoned);
  await expect(terminal(false).typing(prompt, '\u0004')).rejects.toThrow(Abandoned);
});

test('a numbered list takes no number that it does not have', async () => {
  const { typing, shown } = terminal(true);
  expect(await typing((ask) => ask.one('Which?', choices, undefined), '3\n', 'a\n', '\n', '1\n')).toBe(
    choices[0],
  );
  expect(shown()).toContain('  2) "b"  "Beta"');
  expect(shown().match(/Type a number from 1 to 2\./g)).toHaveLength(3);
  const many = terminal(true).typing((ask) => ask.many('Which?', choices, ['a']), '1 7\n', '0\n');
  expect(await many).toEqual([]);
});
