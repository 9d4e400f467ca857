// A legacy server asks in the middle of a call. It is answered from the record, or told `cancel` (no choice made) while the
// question goes to a person; the call is run anew when there is an answer.
import { ProtocolError } from '@modelcontextprotocol/client';
import type { AskedRequest, ElicitationReply, ToolLeg } from '../../workflows/contract/call.ts';
import { requestDigest } from '../../workflows/contract/digest.ts';
import { createHostTasks, type HostTasks, type Told } from './host-tasks.ts';
import { readRequest, type Undrawable } from './read-request.ts';

/** Where the questions of one connection arrive; outside of a call nobody is there to ask. */
export type Desk = { current: CallQuestions | null };

export type CallQuestions = {
  /** Replies to the server; throws a JSON-RPC error. */
  ask(params: unknown): ElicitationReply;
  /** The first question without a recorded answer, and its 0-based place among the call's questions. */
  captured: { request: AskedRequest; place: number } | null;
  /** How many recorded answers the server asked for. */
  used: number;
  undrawable: Undrawable | null;
  tasks: HostTasks;
};

/** A server may ask on after its question was taken; one that does so until it gets a yes or no must not do it for ever. */
const mostAsksAfter = 2;

const invalidRequest = -32600;
const methodNotFound = -32601;
const invalidParams = -32602;

/** `taken`: whether questions are put to people at all. */
export function questionsOf(leg: ToolLeg, taken: boolean): CallQuestions {
  const answers = leg.start.kind === 'replay' ? leg.start.answers : [];
  let place = -1;
  let asksAfter = 0;
  const questions: CallQuestions = {
    captured: null,
    used: 0,
    undrawable: null,
    tasks: createHostTasks(),
    ask: (params) => {
      if (!taken) {
        throw new ProtocolError(invalidRequest, 'this host takes no questions in the middle of a call');
      }
      place++;
      if (questions.captured || questions.undrawable) {
        if (++asksAfter > mostAsksAfter) {
          throw new ProtocolError(invalidRequest, 'this question was taken: a person will be asked');
        }
        return { action: 'cancel' };
      }
      const read = readRequest(null, params);
      if (read.kind === 'undrawable') {
        questions.undrawable = read;
        throw new ProtocolError(invalidParams, `this question cannot be shown to a person: ${read.reason}`);
      }
      const recorded = answers[place];
      if (recorded && recorded.digest === requestDigest(leg, read.request)) {
        questions.used = place + 1;
        return recorded.reply;
      }
      questions.captured = { request: read.request, place };
      return { action: 'cancel' };
    },
  };
  return questions;
}

/** Every request of a server to this host comes here raw; questions, and the tasks they were asked as, are served. */
export function answerServer(desk: Desk, { method, params }: { method: string; params?: unknown }): Told {
  const isQuestion = method === 'elicitation/create';
  if (!isQuestion && !method.startsWith('tasks/'))
    throw new ProtocolError(methodNotFound, 'Method not found');
  const { current } = desk;
  if (!current) throw new ProtocolError(invalidRequest, 'no tool call is running that could ask');
  return isQuestion
    ? current.tasks.deliver(params, current.ask(params))
    : current.tasks.serve(method, params);
}
