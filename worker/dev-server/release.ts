// Source: the maker's own versioned release archive, over HTTPS.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Progress, Source } from './source.ts';
import type { Platform, Tool } from './tools.ts';

const run = promisify(execFile);
/** A closed network often drops packets without a word, so no answer must not mean a long wait. */
const ANSWER_MS = 6_000;
const STALL_MS = 30_000;

export function releaseSource(tool: Tool, platform: Platform): Source {
  return {
    name: 'the official release',
    async download(folder, onProgress) {
      const asset = tool.release?.asset[platform];
      const sha256 = tool.release?.sha256[platform];
      if (tool.release === undefined || asset === undefined || sha256 === undefined) {
        throw new Error(`no ${tool.name} ${tool.version} is known for ${platform}`);
      }
      const url = `${tool.release.url}/${asset}`;
      const archive = path.join(folder, asset);
      await save(url, archive, (share) => onProgress(`Fetching ${tool.name} ${tool.version}: ${share}`));
      return {
        archive,
        sha256,
        async unpack() {
          const binary = platform.startsWith('win32') ? `${tool.binary}.exe` : tool.binary;
          await run('tar', ['-xzf', archive, '-C', folder, binary]);
          return path.join(folder, binary);
        },
      };
    },
  };
}

async function save(url: string, file: string, onShare: Progress): Promise<void> {
  const controller = new AbortController();
  const giveUp = (ms: number) =>
    setTimeout(() => controller.abort(new Error(`${url}: nothing came for ${ms / 1000} s`)), ms);
  let watchdog = giveUp(ANSWER_MS);
  const output = await open(file, 'wx');
  try {
    const response = await fetch(url, { signal: controller.signal });
    if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
    clearTimeout(watchdog);
    watchdog = giveUp(STALL_MS);
    const share = shareOf(Number(response.headers.get('content-length')), onShare);
    for await (const chunk of response.body) {
      watchdog.refresh();
      await output.writeFile(chunk);
      share(chunk.length);
    }
  } finally {
    clearTimeout(watchdog);
    await output.close();
  }
}

const mb = (bytes: number): number => Math.round(bytes / 1e6);

/** Reports in steps of a tenth, so that a log that is no terminal stays short. */
function shareOf(total: number, onShare: Progress): (bytes: number) => void {
  let seen = 0;
  let told = -1;
  return (bytes) => {
    seen += bytes;
    const tenth = total > 0 ? Math.floor((10 * seen) / total) : Math.floor(seen / 10e6);
    if (tenth === told) return;
    told = tenth;
    onShare(total > 0 ? `${mb(seen)} of ${mb(total)} MB` : `${mb(seen)} MB`);
  };
}
