// Prompts for a person at a terminal. Ctrl-C or a closed stdin ends in `Abandoned`, and nothing is sent.
import { checkbox, input, password, select } from '@inquirer/prompts';
import { createInterface } from 'node:readline/promises';
import type { Choice } from '../../workflows/contract/form.ts';

export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

const abandoned = 'Nothing was sent; still open.';

type LineOptions = { secret?: boolean; check?: (text: string) => string | null };

/** Messages are the host's own words; titles come in visible already. */
export type Ask = {
  /** `check` says what is wrong with the text, or null. */
  line(message: string, options?: LineOptions): Promise<string>;
  one(message: string, choices: Choice[], preset: unknown): Promise<Choice>;
  many(message: string, choices: Choice[], preset: unknown[]): Promise<Choice[]>;
};

export type Streams = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

// A server's titles pass through here: none of them is coloured or made bold.
const plain = {
  prefix: '',
  // What was refused would stand before what is typed next.
  validationFailureMode: 'clear' as const,
  i18n: { disabledError: 'Nothing is chosen yet.' },
  style: {
    message: (text: string) => text,
    highlight: (text: string) => text,
    answer: (text: string) => text,
    error: (text: string) => text,
  },
};

/** Where the cursor stands when nothing is chosen yet: a hasty Enter chooses nothing. */
const unchosen: { name: string; value: Choice; disabled: string } = {
  name: '(move to one)',
  value: { value: '', title: '' },
  disabled: ' ',
};

/** What stays on the screen of a choice: one line, whatever a server called it. */
const shortOf = ({ title }: Choice) => (title.length <= 30 ? title : 'chosen');

export function terminalAsk(accessible: boolean, streams: Streams = standard()): Ask {
  return accessible ? lineByLine(streams) : withRedraw(streams);
}

const standard = () => ({ input: process.stdin, output: process.stdout });

function withRedraw(streams: Streams): Ask {
  return {
    line: (message, { secret, check } = {}) => {
      const validate = (text: string) => check?.(text) ?? true;
      return abandoning(streams, (context) =>
        secret
          ? password({ message, validate, mask: true, theme: plain }, context)
          : input({ message, validate, theme: plain }, context),
      );
    },
    one: (message, choices, preset) =>
      abandoning(streams, (context) => {
        const list = choices.map((choice) => ({ name: choice.title, short: shortOf(choice), value: choice }));
        const chosen = list.find(({ value }) => value.value === preset);
        const config = { message, theme: plain, loop: false };
        return chosen
          ? select({ ...config, choices: list, default: chosen.value }, context)
          : select({ ...config, choices: [unchosen, ...list] }, context);
      }),
    many: (message, choices, preset) =>
      abandoning(streams, (context) => {
        const list = choices.map((choice) => ({
          name: choice.title,
          value: choice,
          checked: preset.includes(choice.value),
        }));
        const renderSelectedChoices = (chosen: readonly unknown[]) => `${chosen.length} chosen`;
        const theme = { ...plain, style: { ...plain.style, renderSelectedChoices } };
        return checkbox({ message, choices: list, theme, loop: false }, context);
      }),
  };
}

/** A prompt whose input is closed would never settle: reading stops then, which is the only sign of it. */
async function abandoning<T>(
  streams: Streams,
  prompt: (context: Streams & { signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  if (!streams.input.readable) throw new Abandoned(abandoned);
  const closing = new AbortController();
  const abort = () => void setImmediate(() => closing.abort());
  const signs = ['pause', 'end', 'close'] as const;
  try {
    const asking = prompt({ ...streams, signal: closing.signal });
    for (const sign of signs) streams.input.on(sign, abort);
    return await asking;
  } catch (error) {
    if (error instanceof Error && /^(ExitPrompt|AbortPrompt|CancelPrompt)Error$/.test(error.name)) {
      throw new Abandoned(abandoned, { cause: error });
    }
    throw error;
  } finally {
    for (const sign of signs) streams.input.off(sign, abort);
  }
}

/** Numbered lines and typed answers: nothing on the screen is drawn twice. */
function lineByLine(streams: Streams): Ask {
  return {
    line: (message, { secret, check } = {}) =>
      secret
        ? withRedraw(streams).line(message, { secret, ...(check ? { check } : {}) })
        : read(streams, message, check ?? (() => null)),
    one: async (message, choices, preset) => {
      const chosen = choices.find(({ value }) => value === preset);
      const pick = (text: string) => (text === '' ? chosen : numberOf(choices, text));
      const enter = chosen ? `, Enter for ${choices.indexOf(chosen) + 1}` : '';
      const range = `a number from 1 to ${choices.length}${enter}`;
      const text = await read(streams, `${message}\n${numbered(choices)}\n${range}:`, (typed) =>
        pick(typed) ? null : `Type ${range}.`,
      );
      return pick(text) ?? unreachable();
    },
    many: async (message, choices, preset) => {
      const chosen = choices.filter(({ value }) => preset.includes(value));
      const pick = (text: string) => {
        if (text === '') return chosen;
        const parts = text.split(/[ ,]+/).filter((part) => part !== '');
        return parts.join() === '0' ? [] : parts.map((part) => numberOf(choices, part));
      };
      const marked = chosen.map((choice) => choices.indexOf(choice) + 1).join(' ');
      const range = `numbers from 1 to ${choices.length} with spaces between, 0 for none, Enter for ${marked || 'none'}`;
      const text = await read(streams, `${message}\n${numbered(choices)}\n${range}:`, (typed) =>
        pick(typed).every((choice) => choice !== undefined) ? null : `Type ${range}.`,
      );
      const picked = pick(text);
      return choices.filter((choice) => picked.includes(choice));
    },
  };
}

function closed(lines: ReturnType<typeof createInterface>): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abandon = () => reject(new Abandoned(abandoned));
    lines.once('close', abandon);
    lines.once('SIGINT', abandon);
  });
}

function unreachable(): never {
  throw new Error('a choice that was checked is gone');
}

async function read(
  { input: from, output }: Streams,
  message: string,
  check: (text: string) => string | null,
): Promise<string> {
  if (!from.readable) throw new Abandoned(abandoned);
  const lines = createInterface({ input: from, output });
  const end = closed(lines);
  try {
    for (;;) {
      const text = await Promise.race([lines.question(`${message} `), end]);
      const problem = check(text);
      if (problem === null) return text;
      output.write(`${problem}\n`);
    }
  } catch (error) {
    if (error instanceof Abandoned) output.write('\n');
    throw error;
  } finally {
    lines.close();
  }
}

const numbered = (choices: Choice[]) =>
  choices.map(({ title }, index) => `  ${index + 1}) ${title}`).join('\n');
const numberOf = (choices: Choice[], text: string) =>
  /^\d{1,4}$/.test(text) ? choices[Number(text) - 1] : undefined;
