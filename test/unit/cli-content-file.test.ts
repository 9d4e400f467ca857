// C04: the content of an answer from a file or stdin is exactly what the file says, or it is no content.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readContent } from '../../client/cli/content-file.ts';
import { sampleIo } from '../support/cli-samples.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'adjourn-content-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fromFile(bytes: string | Uint8Array) {
  const file = path.join(folder, 'content.json');
  await writeFile(file, bytes);
  return readContent(sampleIo(), file);
}

function fromStdin(bytes: string | Uint8Array) {
  return readContent(sampleIo({ readStdin: () => Promise.resolve(Buffer.from(bytes)) }), '-');
}

describe('C04: --content-file', () => {
  test.each([
    ['plain', '{"count":3,"note":"값"}'],
    ['with a byte order mark', '\ufeff{"count":3,"note":"값"}'],
    ['with white space around', ' \n{"count": 3,\n "note": "\\uac12"}\n'],
  ])('takes an object %s', async (_how, text) => {
    expect(await fromFile(text)).toEqual({ count: 3, note: '값' });
    expect(await fromStdin(text)).toEqual({ count: 3, note: '값' });
  });

  test.each([
    ['what is not JSON', 'count: 3', 'is not JSON'],
    ['JSON with a comment', '{"count":3} // three', 'is not JSON'],
    ['nothing', '', 'is not JSON'],
    ['a list', '[1]', 'must hold one JSON object'],
    ['null', 'null', 'must hold one JSON object'],
    ['a name given twice', '{"count":3,"count":4}', 'names count twice'],
    ['a name given twice inside', '{"a":[{"b":1,"b":2}]}', 'names b twice'],
    ['a name given twice by an escape', '{"count":3,"c\\u006funt":4}', 'names count twice'],
    ['depths without end', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'nests too deep'],
    ['UTF-16', Buffer.from('\ufeff{"count":3}', 'utf16le'), 'is not UTF-8 text'],
    ['broken UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'is not UTF-8 text'],
    ['10 MB', ' '.repeat(10_000_000), 'is over 1048576 bytes: an answer has at most 65536'],
  ])('refuses %s', async (_what, bytes, problem) => {
    await expect(fromFile(bytes)).rejects.toThrow(problem);
    await expect(fromFile(bytes)).rejects.toMatchObject({ name: 'UsageError' });
    await expect(fromStdin(bytes)).rejects.toThrow(`stdin ${problem}`);
  });

  test('says that a file is not there, or that it is a folder', async () => {
    const missing = path.join(folder, 'no-such-file.json');
    await expect(readContent(sampleIo(), missing)).rejects.toThrow('cannot be read: there is no such file');
    await expect(readContent(sampleIo(), folder)).rejects.toThrow('cannot be read: it is a folder');
  });

  test('keeps two names apart that only look the same', async () => {
    expect(Object.keys(await fromFile('{"a":1,"a\\u200b":2}'))).toHaveLength(2);
  });
});
