// "Did you mean" for the tool of a rule that matches nothing.
import { globMatches } from '../../workflows/contract/policy.ts';
import { nearest } from '../config/suggest.ts';
import { skeleton } from './confusables.ts';

/** What is longer, or shorter, is nobody's slip; and a server could make the search take long. */
const longest = 64;
const shortest = 3;

export function nearTool(glob: string, names: string[]): string | null {
  return looksRight(glob, names) ?? spelledAlmost(glob, names);
}

/** Right but for case, separators or a letter of another script. */
function looksRight(glob: string, names: string[]): string | null {
  const look = skeleton(glob);
  if (look.replaceAll('*', '') === '') return null;
  return names.find((name) => globMatches(look, skeleton(name))) ?? null;
}

function spelledAlmost(glob: string, names: string[]): string | null {
  const parts = glob.split('*');
  const [start = ''] = parts;
  if (parts.length > 2 || start.length < shortest || glob.length > longest) return null;
  const rest = parts[1] ?? null;
  // Of "raed_*" only the start can be compared.
  const cut = (name: string) => (rest === '' ? name.slice(0, start.length) : name);
  const short = names.filter((name) => name.length <= longest);
  const found = nearest(rest === null || rest === '' ? start : glob, short.map(cut));
  return found === null ? null : (short.find((name) => cut(name) === found) ?? null);
}
