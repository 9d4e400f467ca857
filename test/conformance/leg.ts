// One leg of a call in a process of its own: a ToolLeg comes in as JSON, a LegOutcome goes out as JSON, and nothing else is kept.
import { text } from 'node:stream/consumers';
import { ToolLeg } from '../../workflows/contract/call.ts';
import { openHost } from './host.ts';

const host = openHost(process.argv.at(-1) ?? '');
const leg = ToolLeg.parse(JSON.parse(await text(process.stdin)));
const outcome = await host.send(leg);
process.stdout.write(JSON.stringify(outcome));
await host.close();
