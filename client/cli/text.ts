// Text for a terminal: hostile text made visible, wrapped by cells so that no line of it ever starts at the margin.
import stringWidth from 'string-width';
import type { Json } from '../../workflows/contract/json.ts';
import { folded, visible, visibleLines } from '../../workflows/contract/visible.ts';
import type { Io } from './io.ts';

export type Look = Pick<Io, 'terminal' | 'columns' | 'accessible' | 'paint' | 'now'>;

/** Stands before every line of a text that is not the host's. */
export const mark = '  | ';

/** A value as JSON on one line: an escape that is shown is never mistaken for one that was typed. */
export function shownJson(value: Json): string {
  return counted(visible(JSON.stringify(value)));
}

/** Blanks that would push what follows out of sight are shown as their number. */
function counted(line: string): string {
  return line.replace(/[ \u3000]{21,}/g, (run) => String.raw`\u{${codeOf(run)}}(${run.length} spaces)`);
}

const codeOf = (text: string) => (text.codePointAt(0) ?? 0).toString(16);

export function padded(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - stringWidth(text)));
}

const segmenter = new Intl.Segmenter();
const segmentsOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Cells that a text takes at most: not every terminal joins what could be joined, a family of emoji for instance. */
export function cellsOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return segmentsOf(text).reduce((sum, segment) => sum + cellsOfOne(segment), 0);
}

function cellsOfOne(segment: string): number {
  if (segment.length === 1) return stringWidth(segment);
  const apart = Array.from(segment).reduce((sum, character) => sum + stringWidth(character), 0);
  return Math.max(apart, stringWidth(segment));
}

/** Cuts a line into pieces of at most `cells`, at spaces where it can. */
export function wrapped(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const segment of segmentsOf(text)) {
    const cell = cellsOfOne(segment);
    if (width + cell > cells && line !== '') {
      const space = line.lastIndexOf(' ');
      const cut = space > line.length / 2 ? space + 1 : line.length;
      lines.push(line.slice(0, cut).trimEnd());
      line = line.slice(cut);
      width = cellsOf(line);
    }
    line += segment;
    width += cell;
  }
  return [...lines, line];
}

/** `first` in front of the first line, its mark or else spaces before all that follow. Off a terminal lines stay whole. */
export function hanging(first: string, text: string, look: Look): string[] {
  const rest = padded(first.startsWith(mark) ? mark : '', stringWidth(first));
  const lines = look.terminal ? wrapped(text, Math.max(10, look.columns - cellsOf(first) - 1)) : [text];
  return lines.map((line, index) => (index === 0 ? first : rest) + line);
}

/** Names and texts of an untrusted origin, in two columns behind the mark. */
export function rows(entries: [name: string, text: string][], look: Look): string[] {
  return rowsOf(entries, look).flat();
}

/** The same, as the lines of each. */
export function rowsOf(entries: [name: string, text: string][], look: Look): string[][] {
  const most = Math.min(30, Math.floor(look.columns / 2) - 6);
  const short = entries.filter(([name]) => cellsOf(name) <= most);
  const width = Math.max(0, ...short.map(([name]) => stringWidth(name)));
  return entries.map(([name, text]) =>
    cellsOf(name) > most
      ? hanging(mark, `${name}  ${text}`, look)
      : hanging(`${mark}${padded(name, width)}  `, text, look),
  );
}

/** Text of an untrusted origin: every line of it, wrapped ones too, behind the same mark. */
export function quoted(text: string, look: Look): string[] {
  return collapsed(visibleLines(text)).flatMap((line) => hanging(mark, counted(line), look));
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

/** One line of at most `cells`, with the count of what is left out. */
export function clipped(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text;
  const [first = ''] = wrapped(text, Math.max(10, cells - 28));
  return folded(text, Array.from(first).length);
}

/** For a cell or a title: one line, cut, white space closed up. */
export function brief(text: string, most = 60): string {
  return folded(visible(text.replace(/[\t\n\v\f\r \u3000]+/g, ' ').trim()), most);
}

/** A name as it is, on one line: of two blanks side by side the second is an escape, so that no two names look the same. */
export function named(text: string, most = 200): string {
  const shown = visible(text).replace(
    /^[ \u3000]|(?<=[ \u3000])[ \u3000]|[ \u3000]$/g,
    (blank) => String.raw`\u{${codeOf(blank)}}`,
  );
  return folded(shown, most);
}

/** Of a field or an argument: as it is when it is one plain word, else as JSON. */
export function keyName(name: string, most = 100): string {
  return isPlain(name) ? name : folded(shownJson(name), most);
}

export function isPlain(word: string): boolean {
  return /^[\p{L}\p{M}\p{N}._$-]{1,60}$/u.test(word) && visible(word) === word;
}

/** A word for a shell, quoted where it must be; null when it holds what cannot be seen: such a line is not to be copied. */
export function shellWord(word: string): string | null {
  if (/^[A-Za-z0-9._/=:@,+-]+$/.test(word)) return word;
  return visible(word) === word ? `'${word.replaceAll("'", String.raw`'\''`)}'` : null;
}
