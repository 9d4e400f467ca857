// A worker in little, to be killed: opens the scripted server of argv[2] and stays. Prints "open" when it is connected.
import { listTools, ServerConfig, ServerPool } from '../../../activities/mcp/index.ts';

const { server, childrenDir } = JSON.parse(process.argv[2] ?? '');
const log = () => undefined;
const pool = new ServerPool({ ops: ServerConfig.parse(server) }, { log, childrenDir });
const listing = await listTools(pool, 'ops', log);
process.stdout.write('problem' in listing ? listing.problem : 'open');
setInterval(() => undefined, 60_000);
