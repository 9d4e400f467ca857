// What one send of a call came to, before and after its reply was read.
import type { LegOutcome } from '../../workflows/contract/call.ts';
import type { Reply } from './wire.ts';

/** session-lost: the server does not know the session any more; the call never started. */
export type Sent = LegOutcome | { kind: 'session-lost' };
export type Fetched = { reply: Reply } | { lost: Sent };
