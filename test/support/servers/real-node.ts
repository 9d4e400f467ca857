// Runs a server of somebody else's on HTTP, as it is: `--port` becomes PORT, and all that it prints goes to standard error.
// `--patience` shortens one number of the SDK below it: how long a request of the server waits for its reply.
import { registerHooks, type LoadHookSync } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, patience: { type: 'string' } },
});
const [file = '', ...rest] = positionals;
const { port, patience } = values;

const sdkDefault = 'DEFAULT_REQUEST_TIMEOUT_MSEC = 60000';
if (patience !== undefined) {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith('/sdk/dist/esm/shared/protocol.js')) return loaded;
      const source = textOf(loaded.source);
      if (!source.includes(sdkDefault)) throw new Error(`the SDK no longer says ${sdkDefault}`);
      return { ...loaded, source: source.replace(sdkDefault, `DEFAULT_REQUEST_TIMEOUT_MSEC = ${patience}`) };
    },
  });
}

function textOf(source: ReturnType<LoadHookSync>['source']): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
}

if (port !== undefined) process.env['PORT'] = port;
process.argv = [process.argv[0] ?? '', file, ...rest];
console.log = console.error;
await import(pathToFileURL(file).href);
