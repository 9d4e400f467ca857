// The workflow code as one file. The installed package brings it ready-made; a checkout makes it when a source changed
// and keeps it, since bundling takes longer than all the rest of a start.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { codeRoot, extension, fileOf, packageRoot } from './places.ts';

/** Made by the build. */
export const shippedBundle = path.join(codeRoot, 'workflow-bundle.js');

export async function workflowBundle(): Promise<{ codePath: string }> {
  return {
    codePath: extension === '.js' && existsSync(shippedBundle) ? shippedBundle : await cachedBundle(),
  };
}

async function cachedBundle(): Promise<string> {
  const folder = path.join(packageRoot, 'node_modules', '.cache', 'adjourn');
  const codePath = path.join(folder, `workflow-bundle-${await sourcesDigest()}.js`);
  if (existsSync(codePath)) return codePath;
  await mkdir(folder, { recursive: true });
  const made = `${codePath}.${process.pid}`;
  await writeFile(made, await bundleSources());
  await rename(made, codePath);
  return codePath;
}

/** Bundles the workflow next to this file: the sources in a checkout, dist/ after a build. */
export async function bundleSources(): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileOf('workflows/index'),
    payloadConverterPath: fileOf('workflows/payload-converter'),
    workflowInterceptorModules: [fileOf('workflows/ahead')],
    logger: new DefaultLogger('WARN'),
    // Leaves out what nothing uses, and stays readable: stack traces name what is really there.
    webpackConfigHook: (config) => ({
      ...config,
      mode: 'production',
      optimization: { ...config.optimization, minimize: false },
    }),
  });
  return withRelativePaths(code);
}

const inlineMap = /(\/\/# sourceMappingURL=data:application\/json;charset=utf-8;base64,)(\S+)/;

/** Stack traces name files as they stand in the project, on whatever machine the bundle was made. */
function withRelativePaths(code: string): string {
  return code.replace(inlineMap, (_whole, head: string, encoded: string) => {
    const map = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as { sources: string[] };
    const sources = map.sources.map((source) =>
      path.isAbsolute(source) ? path.relative(codeRoot, source) : source,
    );
    return head + Buffer.from(JSON.stringify({ ...map, sources })).toString('base64');
  });
}

/** Changes with each workflow source and with the versions that package.json pins. */
async function sourcesDigest(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path.join(packageRoot, 'package.json')));
  const files: string[] = [];
  for await (const file of glob('workflows/**/*.ts', { cwd: codeRoot })) files.push(file);
  for (const file of files.sort()) hash.update(file).update(await readFile(path.join(codeRoot, file)));
  return hash.digest('hex').slice(0, 16);
}
