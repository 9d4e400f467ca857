// What the model is shown of a long job: the oldest tool results are shortened first, so that a job of hundreds of
// rounds neither outgrows Temporal's limits nor ends for its length. The record of the calls is not touched.
import { bounds, fitsIn, folded, jsonBytes, type Turn } from './contract/index.ts';
import type { Job } from './job.ts';

type Results = Extract<Turn, { role: 'tools' }>;

/** What is left of an old result, in characters. */
const shortText = 500;

/** Adds the results of a round; shortens older ones, oldest first, and only then the new ones, while all is too much. */
export function addResults(job: Job, results: Results['results']): void {
  const { transcript } = job;
  transcript.push({ role: 'tools', results });
  for (const [place, turn] of transcript.entries()) {
    if (fitsIn(transcript, bounds.transcriptBytes)) return;
    if (turn.role !== 'tools') continue;
    const isNew = place === transcript.length - 1;
    const most = isNew ? Math.floor(bounds.transcriptBytes / 8 / results.length) : shortText;
    transcript[place] = shortened(job, turn, Math.max(most, shortText));
  }
}

function shortened(job: Job, turn: Results, most: number): Results {
  const results = turn.results.map((result) => {
    // The note is longer than what it would save.
    if (result.text.length <= most + 200) return result;
    job.shortenedResults += 1;
    const size = jsonBytes(result.text).toLocaleString('en-US');
    const note = `[shortened to make room: it had ${size} bytes; the job's history in Temporal has it whole]`;
    return { ...result, text: `${folded(result.text, most)}\n${note}` };
  });
  return { ...turn, results };
}
