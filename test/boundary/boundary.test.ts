// The determinism boundary, checked on the real bundle: what may be replayed has no I/O, no clock, no chance.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bundleSources } from '../../worker/workflow-bundle.ts';

/** Packages that workflow code may reach; each is pure. `long`, `ms` and `nexus-rpc` come with the Temporal SDK. */
const pure = [
  '@cfworker/json-schema',
  '@noble/hashes',
  '@temporalio/common',
  '@temporalio/workflow',
  'long',
  'ms',
  'nexus-rpc',
  're2js',
  'zod',
];
const mostBytes = 1_550_000;

const sourceMap = /\/\/# sourceMappingURL=data:application\/json;charset=utf-8;base64,(\S+)/;

/** Modules of a bundle by path, from its source map. */
function modulesOf(code: string): string[] {
  const map = sourceMap.exec(code)?.[1] ?? '';
  return (JSON.parse(Buffer.from(map, 'base64').toString('utf8')) as { sources: string[] }).sources;
}

function packageOf(module: string): string | null {
  const inside = module.split('node_modules/').at(-1);
  if (inside === undefined || !module.includes('node_modules/')) return null;
  const [scope = '', name = ''] = inside.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

describe('the workflow bundle', () => {
  let code = '';
  let modules: string[] = [];
  beforeAll(async () => {
    code = await bundleSources();
    modules = modulesOf(code);
  });

  test('holds the workflow, and of packages only the pure ones', () => {
    expect(modules.some((module) => module.endsWith('workflows/agent-job.ts'))).toBe(true);
    const packages = new Set(modules.map(packageOf).filter((name) => name !== null));
    expect([...packages].filter((name) => !pure.includes(name))).toEqual([]);
  });

  test('holds no activity, worker or client code', () => {
    const own = modules.filter((module) => packageOf(module) === null);
    expect(own.filter((module) => /(?:^|\/)(?:activities\/|worker\/|client\/)/.test(module))).toEqual([]);
  });

  test('asks for no module of Node', () => {
    expect(code.match(/require\(["']node:[a-z/]+["']\)/g) ?? []).toEqual([]);
  });

  test(`stays under ${mostBytes} bytes without its source map`, () => {
    expect(Buffer.byteLength(code.replace(sourceMap, ''))).toBeLessThan(mostBytes);
  });

  test('names no folder of the machine that made it', () => {
    expect(modules.filter((module) => module.startsWith('/'))).toEqual([]);
  });
});
