// `npm run demo`: the purchase-order run, on real parts: Temporal, a worker and an MCP server as processes of their own.
import { randomBytes } from 'node:crypto';
import { DevServerError } from '../../worker/dev-server/error.ts';
import { cancelJob } from '../../client/agent-client.ts';
import { playByItself } from './by-itself.ts';
import { openStage } from './stage.ts';
import { say } from './telling.ts';
import { playWithYou } from './with-you.ts';

async function demo(): Promise<number> {
  const name = `demo-${randomBytes(3).toString('hex')}`;
  const opening = openStage((text) => process.stderr.write(`${text}\n`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void opening.then((stage) => stage.close()).finally(() => process.exit(130)));
  }
  const stage = await opening.catch((error: unknown) => {
    if (!(error instanceof DevServerError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return null;
  });
  if (!stage) return 1;
  try {
    const play = process.stdin.isTTY && process.stdout.isTTY ? playWithYou : playByItself;
    await play(stage, name);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    await cancelJob(stage.agent, `${name}-1`);
    say('\nNothing was answered, so nothing was ordered; the job is cancelled.');
  } finally {
    await stage.close();
  }
  say(`\nSee the same runs in the Temporal UI: npx adjourn up`);
  say(`  then open http://127.0.0.1:8233/namespaces/default/workflows/${name}-1`);
  return 0;
}

process.exitCode = await demo();
