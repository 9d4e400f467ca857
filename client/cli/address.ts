// An address that a server wants opened: as it is written, where it really leads, and what is odd about it.
import { domainToUnicode } from 'node:url';
import type { Question } from '../../workflows/contract/question.ts';
import { visible } from '../../workflows/contract/visible.ts';
import { shortHandle } from './handle.ts';
import { named, rows, type Look } from './text.ts';

export function addressLines(job: string, { id, url }: Pick<Question, 'id' | 'url'>, look: Look): string[] {
  if (url === null) return [];
  const address = URL.canParse(url) ? new URL(url) : null;
  const host = address?.hostname ?? '';
  const reading = domainToUnicode(host);
  const entries: [string, string][] = [['address', visible(url)]];
  if (host !== '') entries.push(['host', `${named(host, 300)}${portText(address?.port)}`]);
  if (reading !== '' && reading !== host) entries.push(['reads', named(reading, 300)]);
  const shown = rows(entries, look);
  const cut = shown.length > entries.length;
  return [
    'It is about this address. It leads outside: check it first.',
    ...shown,
    ...(cut ? [`  In one piece: adjourn show ${shortHandle(job, id)} --json`] : []),
    ...oddities(url, address).map((text) => `  warning  ${text}`),
    '  Nothing here opens or fetches it: only you do.',
  ];
}

const portText = (port = '') => (port === '' ? '' : `, port ${port}`);

/** In the host's words alone: what the server wrote stands in the lines above. */
function oddities(url: string, address: URL | null): string[] {
  if (address === null) return ['it cannot be read as an address'];
  const { protocol, hostname, port } = address;
  const unseen = visible(url) === url ? [] : ['it holds characters that cannot be seen'];
  if (protocol !== 'https:' && protocol !== 'http:') return ['it is not a web address', ...unseen];
  const written = authorityOf(url);
  const writtenHost = written.replace(/^.*@/s, '').replace(/:\d*$/, '').toLowerCase();
  const foreign = /(?:^|\.)xn--/.test(hostname) || /\P{ASCII}/u.test(writtenHost);
  const odd = [
    [protocol === 'http:', 'not encrypted: others on the way can read and change what you send'],
    [written.includes('@'), 'what stands before the @ is not the host'],
    [foreign, 'this address may imitate another one'],
    [mixesScripts(domainToUnicode(hostname)), 'its host mixes scripts'],
    [!foreign && writtenHost !== hostname, 'its host is written in an unusual way'],
    [/^[\d.]+$|^\[/.test(hostname), 'its host is a number and not a name'],
    [port !== '', 'it leads to a port that is not the usual one'],
  ] as const;
  return [...odd.filter(([is]) => is).map(([, text]) => text), ...unseen];
}

/** What stands between the slashes, as it is written: where browsers look for the host. */
function authorityOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:[\\/]*([^\\/?#]*)/i.exec(url)?.[1] ?? '';
}

const latin = /\p{sc=Latn}/u;
const scripts = [
  latin,
  ...['Cyrl', 'Grek', 'Armn', 'Hebr', 'Arab', 'Deva', 'Thai', 'Geor', 'Cher'].map(
    (name) => new RegExp(String.raw`\p{sc=${name}}`, 'u'),
  ),
];
const eastAsian = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/u;

/** Latin goes with the scripts of East Asia; any other two in one name are there to be taken for something else. */
function mixesScripts(host: string): boolean {
  return host.split('.').some((label) => {
    const found = scripts.filter((script) => script.test(label));
    return found.length > 1 || (found.length === 1 && found[0] !== latin && eastAsian.test(label));
  });
}
