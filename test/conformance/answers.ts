// The part of the job in a suspended call: a person accepts each question as it stands, and the next leg carries the answers.
import type {
  AskedRequest,
  ElicitationReply,
  LegOutcome,
  LegStart,
  ToolLeg,
} from '../../workflows/contract/call.ts';
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { requestDigest } from '../../workflows/contract/digest.ts';
import { readForm } from '../../workflows/contract/form.ts';

/** Null: the call has ended. */
export function nextLeg(leg: ToolLeg, outcome: LegOutcome): ToolLeg | null {
  const start = nextStart(leg, outcome);
  return start && { ...leg, leg: leg.leg + 1, start };
}

function nextStart(leg: ToolLeg, outcome: LegOutcome): LegStart | null {
  switch (outcome.kind) {
    case 'asked':
      return {
        kind: 'resume',
        responses: Object.fromEntries(
          outcome.requests.map((request) => [request.key ?? '', accept(request)]),
        ),
        ...(outcome.requestState !== undefined && { requestState: outcome.requestState }),
      };
    case 'asked-legacy': {
      const before = leg.start.kind === 'replay' ? leg.start.answers.slice(0, outcome.place) : [];
      const answer = { digest: requestDigest(leg, outcome.request), reply: accept(outcome.request) };
      return { kind: 'replay', answers: [...before, answer] };
    }
    case 'asked-links':
      return { kind: 'fresh' };
    case 'result':
    case 'state-refused':
    case 'undrawable':
    case 'not-sent':
    case 'changed':
    case 'unknown':
      return null;
    default:
      return outcome satisfies never;
  }
}

/** What the form shows when it opens, left as it is. */
function accept(request: AskedRequest): ElicitationReply {
  if (request.mode === 'url') return { action: 'accept' };
  const form = readForm(request.schema);
  if (form.kind === 'undrawable') throw new Error(`a form that cannot be drawn was asked: ${form.reason}`);
  const filled = form.fields.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value]],
  );
  const content = Object.fromEntries(filled);
  const problems = Object.values(checkContent(request.schema, content));
  if (problems.length > 0) throw new Error(`the defaults are no valid answer: ${problems.join('; ')}`);
  return { action: 'accept', content };
}
