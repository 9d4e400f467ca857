// Names of jobs, calls, questions and activities. All come from positions and counters, never from chance or arrival.
import { z } from 'zod';
import { digestOf } from './digest.ts';

export const JobId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,128}$/, 'a job id has 1 to 128 letters, digits, ".", "_" or "-"');

export const QuestionId = z
  .string()
  .regex(
    /^q\d{1,6}\.\d{1,4}\.\d{1,4}-[0-9a-f]{8}$/,
    'a question id looks like q1.1.1-9f31c2ab: copy it whole from "adjourn pending"',
  );

/** `c<round>.<place>`: place is the call's position in the model's reply, from 1. */
export function callId(round: number, place: number): string {
  return `c${round}.${place}`;
}

/**
 * `q<round>.<place>.<n>-<8 hex>`: by position; the hex binds it to what was shown and to this execution, so
 * that one payload sent to many jobs hits at most the one it was meant for.
 */
export function questionId(call: string, n: number, firstRunId: string, digest: string): string {
  return `q${call.slice(1)}.${n}-${digestOf([firstRunId, digest]).slice(0, 8)}`;
}

/** The short form people may type on a terminal; never sent. */
export function shortQuestionId(id: string): string {
  return id.replace(/-[0-9a-f]{8}$/, '');
}

/** Activity ids by position: a swap of two results on replay is then a mismatch and never silent. */
export const activityId = {
  begin: 'begin',
  model: (round: number) => `r${round}.model`,
  lastWord: 'last-word',
  describe: (call: string, turn: number) => `r${call.slice(1).replace('.', '.c')}.schema${turn}`,
  leg: (call: string, leg: number) => `r${call.slice(1).replace('.', '.c')}.${leg}`,
};
