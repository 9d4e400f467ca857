// What a worker tells the person who runs it: one line an event, on standard error.
import { visible } from '../workflows/contract/index.ts';

export type Level = 'debug' | 'info' | 'warn' | 'error';
export type Report = (
  level: Level,
  text: string,
  data?: Record<string, string | number | boolean | null>,
) => void;

const ranks: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };

export function reportTo(stream: NodeJS.WritableStream, least: Level = 'info'): Report {
  return (level, text, data = {}) => {
    if (ranks[level] < ranks[least]) return;
    const time = new Date().toTimeString().slice(0, 8);
    const details = Object.entries(data).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
    stream.write(`${time}  ${level.padEnd(5)} ${visible(text + details.join(''))}\n`);
  };
}
