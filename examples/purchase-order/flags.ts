// The command line of the operations server.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `Usage: node examples/purchase-order/server.ts [flags]

  --era modern|legacy     protocol 2026-07-28, or 2025-11-25 and older (default: modern)
  --transport http|stdio  (default: http)
  --port N                HTTP port on 127.0.0.1, 0 for any free one (default: 8085)
  --data DIR              where stock, orders and the signing key are kept (default: .adjourn/operations)
  --state-ttl SECONDS     how long an answer to a question is taken, modern era (default: 600)
  --lang en|ko            language of messages (default: en)
  --help                  show this`;

export interface Flags {
  era: 'modern' | 'legacy';
  transport: 'http' | 'stdio';
  port: number;
  data: string;
  stateTtl: number;
  lang: 'en' | 'ko';
}

export type CommandLine =
  { kind: 'run'; flags: Flags } | { kind: 'help' } | { kind: 'refused'; message: string };

const longestTtl = 366 * 24 * 60 * 60;

export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        era: { type: 'string', default: 'modern' },
        transport: { type: 'string', default: 'http' },
        port: { type: 'string', default: '8085' },
        data: { type: 'string', default: '.adjourn/operations' },
        'state-ttl': { type: 'string', default: '600' },
        lang: { type: 'string', default: 'en' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const flags: Flags = {
      era: oneOf('--era', ['modern', 'legacy'], values.era),
      transport: oneOf('--transport', ['http', 'stdio'], values.transport),
      port: wholeNumber('--port', 0, 65_535, values.port),
      data: directory(values.data),
      stateTtl: wholeNumber('--state-ttl', 1, longestTtl, values['state-ttl']),
      lang: oneOf('--lang', ['en', 'ko'], values.lang),
    };
    return { kind: 'run', flags };
  } catch (error) {
    return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
  }
}

function oneOf<T extends string>(flag: string, allowed: readonly T[], text: string): T {
  const found = allowed.find((word) => word === text);
  if (found === undefined) throw new Error(`${flag} is ${allowed.join(' or ')}, not ${JSON.stringify(text)}`);
  return found;
}

function wholeNumber(flag: string, least: number, most: number, text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`${flag} is a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`);
}

function directory(text: string): string {
  if (text === '') throw new Error('--data is the path of a directory, not empty');
  return resolve(text);
}
