// What is told of a job between two looks at it.
import { describe, expect, test } from '@jest/globals';
import { changesBetween } from '../../client/changes.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

const open = sampleQuestion();
const declined = sampleQuestion({ state: 'declined' });
const call = {
  id: 'c1.1',
  server: 'operations',
  tool: 'place_purchase_order',
  arguments: {},
  legs: 1,
  idempotent: false,
  sentAt: null,
  endedAt: null,
  state: 'closed' as const,
  outcome: 'refused' as const,
  isError: true,
  text: null,
  policy: null,
  edited: false,
  unasked: false,
};
const told = (before: JobStatus | null, after: JobStatus, closed = false) =>
  changesBetween(before, after, closed).map(({ what }) => what);

describe('between two looks at a job', () => {
  test('the first look tells what is asked now, and not the past', () => {
    expect(told(null, sampleStatus({ questions: [declined, open], calls: [call] }))).toEqual(['asked']);
    expect(told(null, sampleStatus({ state: 'running' }))).toEqual(['state']);
  });

  test('an answer stands before what followed from it', () => {
    const before = sampleStatus({ questions: [open] });
    const after = sampleStatus({ state: 'declined', questions: [declined], calls: [call] });
    expect(told(before, after, true)).toEqual(['closed', 'call', 'end']);
  });

  test('a question that came and went meanwhile is told', () => {
    expect(told(sampleStatus(), sampleStatus({ questions: [declined] }))).toEqual(['closed']);
  });

  test('put off and asked again are told once each', () => {
    const waiting = sampleStatus({ questions: [open] });
    const putOff = sampleStatus({ questions: [sampleQuestion({ againAt: '2026-11-30T12:01:00Z' })] });
    const again = sampleStatus({ questions: [sampleQuestion({ attempt: 2 })] });
    expect(told(waiting, putOff)).toEqual(['put-off']);
    expect(told(putOff, putOff)).toEqual([]);
    expect(told(putOff, again)).toEqual(['asked-again']);
  });
});
