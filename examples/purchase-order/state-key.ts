// The key that signs requestState, kept next to the orders: a restarted server accepts what it signed before.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const keyBytes = 32;

export function loadStateKey(dir: string): Uint8Array {
  const file = join(dir, 'state.key');
  if (!existsSync(file)) createKey(file);
  const key = readFileSync(file);
  if (key.length !== keyBytes) {
    throw new Error(
      `${file} holds ${key.length} bytes, a key has ${keyBytes}. Remove it: open questions will be asked again.`,
    );
  }
  return key;
}

// A link is made whole or not at all and never replaces a file: of two processes that start at once one wins,
// and both read the winner's key.
function createKey(file: string): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
