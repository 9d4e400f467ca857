// A real MCP server process that does what its script says: `node scripted.ts '{"era":"legacy", ...}'`.
import express from 'express';
import { note, Script } from './script.ts';
import { legacyHttp, serveLegacyStdio } from './scripted-legacy.ts';
import { modernHttp, serveModernStdio } from './scripted-modern.ts';

const script = Script.parse(JSON.parse(process.argv[2] ?? ''));
if (script.stderr !== undefined) process.stderr.write(`${script.stderr}\n`);
if (script.stubborn) {
  setInterval(() => undefined, 60_000);
  process.on('SIGTERM', () => undefined);
}
note(script, { started: true });

if (script.port === undefined) {
  if (script.era === 'modern') serveModernStdio(script);
  else await serveLegacyStdio(script);
} else {
  const app = express();
  app.use(express.json({ limit: '10mb' }));
  let failures = script.fail?.times ?? 0;
  app.use((request, response, next) => {
    const { fail } = script;
    if (!fail || failures === 0 || request.body?.method !== fail.method) return next();
    failures--;
    note(script, { failed: fail.method, authorization: request.headers.authorization ?? null });
    if (fail.location !== undefined) response.setHeader('location', fail.location);
    response.status(fail.status).send(`refused: ${request.headers.authorization}`);
  });
  app.all('/mcp', script.era === 'modern' ? modernHttp(script) : legacyHttp(script));
  app.listen(script.port, '127.0.0.1', () => note(script, { listening: script.port }));
}
