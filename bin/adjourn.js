#!/usr/bin/env node
// The launcher: plain JavaScript, so that an old Node can still say what is wrong.
// A checkout runs its TypeScript sources as they are; the installed package runs dist/.
import { existsSync, readFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `error: adjourn needs Node 22.18 or newer, this is ${process.versions.node}. ` +
      'In a checkout "npx adjourn" uses the Node that npm installed.',
  );
  process.exit(2);
}
const sources = existsSync(new URL('../client/cli/main.ts', import.meta.url));
const part = (path) =>
  import(new URL(sources ? `../${path}.ts` : `../dist/${path}.js`, import.meta.url).href);

const { main } = await part('client/cli/main');
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
let hosted = false;
const host = async (load) => {
  hosted = true;
  return load();
};
const policy = (name) => async (options) => (await part('worker/policy/commands'))[name](options);
process.exitCode = await main(process.argv.slice(2), {
  version,
  worker: (options) => host(async () => (await part('worker/main')).runWorker(options)),
  up: (options) => host(async () => (await part('worker/up')).up(options)),
  policy: { check: policy('checkPolicy'), explain: policy('explainPolicy'), test: policy('testPolicy') },
});
// Temporal's native part keeps the process alive although all is closed.
if (hosted) process.exit();
