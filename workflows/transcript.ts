// What the model is shown of a long job: the oldest tool results are shortened first, so that a job of hundreds of
// rounds neither outgrows Temporal's limits nor ends for its length. The record of the calls is not touched.
import { bounds, folded, jsonBytes, type Turn } from './contract/index.ts';
import type { Job } from './job.ts';

type Results = Extract<Turn, { role: 'tools' }>['results'];
type Result = Results[number];

/** What is left of an old result, in characters. */
const shortText = 500;
/** Of the note besides: a text that is not longer by more would not get shorter. */
const noteText = 200;

/**
 * Adds the results of a round. While all is too much, older ones are shortened, the oldest first, and only then the new ones.
 * The whole is measured once: this runs in each round of a job that may have a thousand.
 */
export function addResults(job: Job, results: Results): void {
  const { transcript } = job;
  transcript.push({ role: 'tools', results });
  let over = jsonBytes(transcript) - bounds.transcriptBytes;
  for (const [place, turn] of transcript.entries()) {
    if (over <= 0) return;
    if (turn.role !== 'tools') continue;
    const isNew = place === transcript.length - 1;
    const share = isNew ? Math.floor(bounds.transcriptBytes / 8 / results.length) : shortText;
    const most = Math.max(share, shortText);
    const shorter = turn.results.map((result) => shortened(job, result, most));
    if (shorter.every((result, index) => result === turn.results[index])) continue;
    over -= jsonBytes(turn.results) - jsonBytes(shorter);
    transcript[place] = { role: 'tools', results: shorter };
  }
}

/** `bytes` is kept: what was shortened before still names its first size, and counts once. */
function shortened(job: Job, result: Result, most: number): Result {
  if (result.text.length <= most + noteText) return result;
  const bytes = result.bytes ?? jsonBytes(result.text);
  if (result.bytes === undefined) job.shortenedResults += 1;
  const note = `[shortened to make room: it had ${bytes.toLocaleString('en-US')} bytes; the job's history in Temporal has it whole]`;
  return { ...result, bytes, text: `${folded(result.text, most)}\n${note}` };
}
