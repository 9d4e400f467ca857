// Hands the server from Jest's globalSetup to its globalTeardown: one process, but perhaps two instances of a module.
import type { DevServer } from '../../worker/dev-server/run.ts';

const key = Symbol.for('adjourn.test.shared-server');
type Holder = { [key]?: DevServer };

export function keepShared(server: DevServer): void {
  (globalThis as Holder)[key] = server;
}

export function takeShared(): DevServer | undefined {
  const holder = globalThis as Holder;
  const server = holder[key];
  delete holder[key];
  return server;
}
