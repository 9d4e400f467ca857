// Prompts for a person at a terminal. Ctrl-C or a closed stdin ends in `Abandoned`, and nothing is sent.
import { checkbox, input, password, select } from '@inquirer/prompts';
import { createInterface } from 'node:readline/promises';
import type { Choice } from '../../workflows/contract/form.ts';

export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

type LineOptions = { secret?: boolean; check?: (text: string) => string | null };

/** Messages and titles come in visible already. */
export type Ask = {
  /** `check` says what is wrong with the text, or null. */
  line(message: string, options?: LineOptions): Promise<string>;
  one(message: string, choices: Choice[], preset: unknown): Promise<Choice>;
  many(message: string, choices: Choice[], preset: unknown[]): Promise<Choice[]>;
};

// A server's titles pass through here: none of them is coloured or made bold.
const plain = {
  prefix: '',
  style: {
    message: (text: string) => text,
    highlight: (text: string) => text,
    answer: (text: string) => text,
    error: (text: string) => text,
  },
};

export function terminalAsk(accessible: boolean): Ask {
  return accessible ? lineByLine() : withRedraw();
}

function withRedraw(): Ask {
  return {
    line: (message, { secret, check } = {}) => {
      const validate = (text: string) => check?.(text) ?? true;
      return abandoning(() =>
        secret
          ? password({ message, validate, mask: true, theme: plain })
          : input({ message, validate, theme: plain }),
      );
    },
    one: (message, choices, preset) =>
      abandoning(() => {
        const list = choices.map((choice) => ({ name: choice.title, value: choice }));
        const chosen = list.find(({ value }) => value.value === preset);
        return select({
          message,
          choices: list,
          theme: plain,
          loop: false,
          ...(chosen ? { default: chosen.value } : {}),
        });
      }),
    many: (message, choices, preset) =>
      abandoning(() => {
        const list = choices.map((choice) => ({
          name: choice.title,
          value: choice,
          checked: preset.includes(choice.value),
        }));
        return checkbox({ message, choices: list, theme: plain, loop: false });
      }),
  };
}

async function abandoning<T>(prompt: () => Promise<T>): Promise<T> {
  try {
    return await prompt();
  } catch (error) {
    if (error instanceof Error && /^(ExitPrompt|AbortPrompt|CancelPrompt)Error$/.test(error.name)) {
      throw new Abandoned('Nothing was sent.', { cause: error });
    }
    throw error;
  }
}

/** Numbered lines and typed answers: nothing on the screen is drawn twice. */
function lineByLine(): Ask {
  return {
    line: (message, { secret, check } = {}) =>
      secret
        ? withRedraw().line(message, { secret, ...(check ? { check } : {}) })
        : read(message, check ?? (() => null)),
    one: async (message, choices) => {
      const range = `Type a number from 1 to ${choices.length}.`;
      const text = await read(`${message}\n${numbered(choices)}\nnumber:`, (typed) =>
        pick(choices, typed) ? null : range,
      );
      return pick(choices, text) ?? unreachable();
    },
    many: async (message, choices) => {
      const range = `Type numbers from 1 to ${choices.length}, with spaces between.`;
      const text = await read(`${message}\n${numbered(choices)}\nnumbers:`, (typed) =>
        parts(typed).every((part) => pick(choices, part)) ? null : range,
      );
      return parts(text).map((part) => pick(choices, part) ?? unreachable());
    },
  };
}

function closed(lines: ReturnType<typeof createInterface>): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abandon = () => reject(new Abandoned('Nothing was sent.'));
    lines.once('close', abandon);
    lines.once('SIGINT', abandon);
  });
}

function unreachable(): never {
  throw new Error('a choice that was checked is gone');
}

async function read(message: string, check: (text: string) => string | null): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (;;) {
      const text = await Promise.race([lines.question(`${message} `), closed(lines)]);
      const problem = check(text);
      if (problem === null) return text;
      process.stdout.write(`${problem}\n`);
    }
  } finally {
    lines.close();
  }
}

const numbered = (choices: Choice[]) =>
  choices.map(({ title }, index) => `  ${index + 1}) ${title}`).join('\n');
const pick = (choices: Choice[], text: string) =>
  /^\d{1,4}$/.test(text) ? choices[Number(text) - 1] : undefined;
const parts = (typed: string) => typed.split(/[ ,]+/).filter((part) => part !== '');
