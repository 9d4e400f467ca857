// Jest's globalTeardown: ends the server of global-setup.ts.
import { takeShared } from './shared-server.ts';

export default async function globalTeardown(): Promise<void> {
  const server = takeShared();
  server?.kill();
  await server?.exited;
}
