// Runs the public conformance suite on client.ts.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { descendantsOf, endProcesses, identify } from '../../activities/mcp/processes.ts';
import { Checks, checkProblems, clientProblems } from './judge.ts';
import type { Run } from './scenarios.ts';

/** `problems` is empty when the run came out as expected; `passed` counts checks. */
export type Verdict = { passed: number; problems: string[] };

/** The suite's own limit is longer: it would end the client, but not the processes that the client started. */
const longestMs = 45_000;
const suiteMs = 120_000;

const require = createRequire(import.meta.url);
const suite = path.join(
  require.resolve('@modelcontextprotocol/conformance/package.json'),
  '../dist/index.js',
);
const client = fileURLToPath(new URL('./client.ts', import.meta.url));

/** The suite's client scenarios, each as `name [version,version]`. */
export async function offered(): Promise<string[]> {
  const listed = await runSuite(['list', '--client'], {});
  return [...listed.matchAll(/^ +- (.+)$/gm)].map(([, line = '']) => line);
}

export async function play(run: Run): Promise<Verdict> {
  for (let attempt = 1; ; attempt++) {
    const verdict = await playOnce(run);
    if (verdict.problems.length === 0 || attempt >= (run.scenario.attempts ?? 1)) return verdict;
  }
}

async function playOnce(run: Run): Promise<Verdict> {
  const results = mkdtempSync(path.join(tmpdir(), 'adjourn-conformance-'));
  // The suite hands the command to a shell; without `exec` the client would be a child of that.
  const command = `exec '${process.execPath}' '${client}'`;
  const options = { scenario: run.scenario.name, 'spec-version': run.version, 'output-dir': results };
  const args = Object.entries({ ...options, command, timeout: String(suiteMs) }).map(
    ([name, value]) => `--${name}=${value}`,
  );
  try {
    const said = await runSuite(
      ['client', ...args],
      run.newProcesses ? { ADJOURN_CONFORMANCE_NEW_PROCESS: '1' } : {},
    );
    const [folder = ''] = readdirSync(results);
    const read = (file: string) => readFileSync(path.join(results, folder, file), 'utf8');
    if (!existsSync(path.join(results, folder, 'stderr.txt'))) {
      return { passed: 0, problems: [`it came to no result: ${said.slice(-1_000)}`] };
    }
    const checks = Checks.parse(JSON.parse(read('checks.json')));
    const broken = clientProblems(run, read('stdout.txt'), read('stderr.txt'));
    const problems = broken.length > 0 ? broken : checkProblems(run, checks);
    return { passed: checks.filter(({ status }) => status === 'SUCCESS').length, problems };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** What it said; its exit code says less than its checks. */
async function runSuite(args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [suite, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, longestMs, 'late')));
  const first = await Promise.race([gone, late]);
  clearTimeout(timer);
  if (first === 'late') {
    const { pid = 0 } = child;
    const left = [pid, ...descendantsOf(pid)].map(identify).filter((each) => each !== null);
    await endProcesses(left, 2_000);
  }
  const [out, err] = await said;
  return first === 'late' ? `it took more than ${longestMs} ms\n${out}${err}` : out + err;
}
