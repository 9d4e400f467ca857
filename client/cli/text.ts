// Text for a terminal: hostile text made visible, wrapped by cells so that no line of it ever starts at the margin.
import stringWidth from 'string-width';
import type { Json } from '../../workflows/contract/json.ts';
import { folded, visible, visibleLines } from '../../workflows/contract/visible.ts';
import type { Io } from './io.ts';

export type Look = Pick<Io, 'terminal' | 'columns' | 'accessible' | 'paint' | 'now'>;

/** A value as JSON on one line: an escape that is shown is never mistaken for one that was typed. */
export function shownJson(value: Json): string {
  return visible(JSON.stringify(value));
}

export function padded(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - stringWidth(text)));
}

/** Cuts a line into pieces of at most `cells`, at spaces where it can. Off a terminal lines stay whole. */
export function wrapped(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const cell = stringWidth(segment);
    if (width + cell > cells && line !== '') {
      const space = line.lastIndexOf(' ');
      const cut = space > line.length / 2 ? space + 1 : line.length;
      lines.push(line.slice(0, cut).trimEnd());
      line = line.slice(cut);
      width = stringWidth(line);
    }
    line += segment;
    width += cell;
  }
  return [...lines, line];
}

/** `first` in front of the first line, spaces of the same width before all that follow. */
export function hanging(first: string, text: string, look: Look): string[] {
  const indent = stringWidth(first);
  const lines = look.terminal ? wrapped(text, Math.max(20, look.columns - indent - 1)) : [text];
  return lines.map((line, index) => (index === 0 ? first : ' '.repeat(indent)) + line);
}

/** Text of an untrusted origin: every line of it, wrapped ones too, behind the same mark. */
export function quoted(text: string, look: Look): string[] {
  const lines = collapsed(visibleLines(text));
  const width = Math.max(20, look.columns - 5);
  return lines
    .flatMap((line) => (look.terminal ? wrapped(line, width) : [line]))
    .map((line) => `  | ${line}`);
}

/** Many empty lines would push the host's own words off the screen. */
function collapsed(lines: string[]): string[] {
  const kept: string[] = [];
  let empty = 0;
  for (const line of [...lines, null]) {
    if (line !== null && line.trim() === '') {
      empty += 1;
      continue;
    }
    if (empty > 2) kept.push(`(${empty} empty lines)`);
    else kept.push(...Array.from({ length: empty }, () => ''));
    empty = 0;
    if (line !== null) kept.push(line);
  }
  return kept;
}

/** For a cell or a title: one line, cut, runs of spaces closed up. */
export function brief(text: string, most = 60): string {
  return folded(visible(text.replace(/\s+/g, ' ').trim()), most);
}

/** A word for a shell, quoted where it must be; null when it holds what cannot be seen: such a line is not to be copied. */
export function shellWord(word: string): string | null {
  if (/^[A-Za-z0-9._/=:@,+-]+$/.test(word)) return word;
  return visible(word) === word ? `'${word.replaceAll("'", String.raw`'\''`)}'` : null;
}
