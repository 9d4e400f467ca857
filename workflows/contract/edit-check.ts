// The check of arguments that a person changed before approving them, run by clients before they send and by the job.
import { whyInvalid } from './arguments.ts';
import { bounds } from './bounds.ts';
import { jsonBytes, type JsonObject } from './json.ts';
import type { Question } from './question.ts';

/** null: they may be sent in place of the ones that were shown. */
export function whyNotTaken(
  { kind, argumentsSchema = null }: Pick<Question, 'kind'> & Partial<Pick<Question, 'argumentsSchema'>>,
  edited: JsonObject,
): string | null {
  if (kind !== 'approval') return 'only an approval takes changed arguments';
  if (argumentsSchema === null)
    return 'the arguments of this call cannot be changed: approve them as shown, or decline';
  if (jsonBytes(edited) > bounds.argumentBytes) return `the arguments are over ${bounds.argumentBytes} bytes`;
  const why = whyInvalid(argumentsSchema, edited);
  return why === null ? null : `the changed arguments do not fit: ${why}`;
}
