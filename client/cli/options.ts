// Values of the command line's options, read strictly: what cannot be meant is a usage error and never a default.
import { InvalidArgumentError } from 'commander';
import { JobState } from '../../workflows/contract/job.ts';
import { parseSpan } from './age.ts';
import type { ColorWish } from './io.ts';

export type Globals = { json?: boolean; profile?: string; color: ColorWish };

export function spanOption(text: string): number {
  const value = parseSpan(text);
  if (value === null) throw new InvalidArgumentError('Give a number with its unit: 30s, 10m, 2h, 3d.');
  return value;
}

export function countOption(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
}

export function portOption(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.');
  return port;
}

export function stateOption(text: string): JobState {
  const parsed = JobState.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError(`Give one of ${JobState.options.join(', ')}.`);
  return parsed.data;
}

export function collected(text: string, before: string[] = []): string[] {
  return [...before, text];
}
