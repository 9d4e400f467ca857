// Search attributes must exist before a job uses them: else its workflow tasks fail and the job hangs without a word.
import { setTimeout as delay } from 'node:timers/promises';

import { isGrpcServiceError, type Connection } from '@temporalio/client';
import proto from '@temporalio/proto';

export type SearchAttributes = Readonly<Record<string, 'Keyword'>>;

type ValueType = proto.temporal.api.enums.v1.IndexedValueType;
const ValueType = proto.temporal.api.enums.v1.IndexedValueType;
const KEYWORD = ValueType.INDEXED_VALUE_TYPE_KEYWORD;

/** gRPC status codes. */
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;

/** The nodes of a cluster learn of a new attribute when they next read their cache anew. */
const USABLE_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

export class SearchAttributesError extends Error {
  override readonly name = 'SearchAttributesError';
}

/** Registers what is missing; ends when all can be used. Throws SearchAttributesError with the commands that cure it. */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
  attributes: SearchAttributes,
): Promise<void> {
  const names = Object.keys(attributes);
  const known = await list(connection, namespace);
  const wrong = names.filter((name) => known[name] !== undefined && known[name] !== KEYWORD);
  if (wrong.length > 0) throw wrongType(namespace, wrong, known);
  const missing = names.filter((name) => known[name] === undefined);
  const refusal = await register(connection, namespace, missing);
  if (refusal === undefined) return untilUsable(connection, namespace, names);
  // Who may neither list nor add can still use what somebody else has registered.
  if (!(await usable(connection, namespace, names))) throw notAllowed(namespace, missing, refusal);
}

async function list(
  connection: Connection,
  namespace: string,
): Promise<Readonly<Record<string, ValueType | undefined>>> {
  try {
    return (await connection.operatorService.listSearchAttributes({ namespace })).customAttributes;
  } catch (thrown) {
    // The time-skipping server can add but not list.
    if (codeOf(thrown) === UNIMPLEMENTED || isRefusal(thrown)) return {};
    throw codeOf(thrown) === NOT_FOUND ? noNamespace(namespace, thrown) : thrown;
  }
}

/** One at a time: another worker that starts now may have added one of them. The result is the server's refusal. */
async function register(
  connection: Connection,
  namespace: string,
  names: readonly string[],
): Promise<unknown> {
  for (const name of names) {
    try {
      await connection.operatorService.addSearchAttributes({
        namespace,
        searchAttributes: { [name]: KEYWORD },
      });
    } catch (thrown) {
      if (codeOf(thrown) === ALREADY_EXISTS) continue;
      if (isRefusal(thrown) || codeOf(thrown) === UNIMPLEMENTED) return thrown;
      throw thrown;
    }
  }
  return undefined;
}

async function untilUsable(
  connection: Connection,
  namespace: string,
  names: readonly string[],
): Promise<void> {
  const deadline = Date.now() + USABLE_WITHIN_MS;
  while (!(await usable(connection, namespace, names))) {
    if (Date.now() > deadline) {
      throw new SearchAttributesError(
        `The search attributes ${names.join(', ')} are registered in namespace ${namespace}, but after ` +
          `${USABLE_WITHIN_MS / 1000} s Temporal still refuses them. Start again in a minute, or look at the server's log.`,
      );
    }
    await delay(LOOK_EVERY_MS);
  }
}

/** Asked by a query that uses them, for what is listed need not be known to the node that takes the next call. */
async function usable(connection: Connection, namespace: string, names: readonly string[]): Promise<boolean> {
  const query = names.map((name) => `${name} = ''`).join(' OR ');
  try {
    await connection.workflowService.countWorkflowExecutions({ namespace, query });
    return true;
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === INVALID_ARGUMENT) return false;
    // Not all may count, and the time-skipping server cannot; then the list has to do.
    if (code === UNIMPLEMENTED || isRefusal(thrown)) return true;
    throw code === NOT_FOUND ? noNamespace(namespace, thrown) : thrown;
  }
}

function codeOf(thrown: unknown): number | undefined {
  return isGrpcServiceError(thrown) ? thrown.code : undefined;
}

function isRefusal(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code === PERMISSION_DENIED || code === UNAUTHENTICATED;
}

function notAllowed(namespace: string, names: readonly string[], cause: unknown): SearchAttributesError {
  return new SearchAttributesError(
    [
      `adjourn may not register search attributes in namespace ${namespace} ` +
        `(${isGrpcServiceError(cause) ? cause.details : String(cause)}). Somebody who may has to run:`,
      ...names.map((name) => create(namespace, name)),
      'On Temporal Cloud add them (type Keyword) to the namespace in the web console instead.',
    ].join('\n'),
    { cause },
  );
}

function wrongType(
  namespace: string,
  names: readonly string[],
  known: Readonly<Record<string, ValueType | undefined>>,
): SearchAttributesError {
  const label = (name: string) =>
    ValueType[known[name] ?? 0]?.replace('INDEXED_VALUE_TYPE_', '').toLowerCase();
  return new SearchAttributesError(
    [
      `In namespace ${namespace} the type of ${names.map((name) => `${name} is ${label(name)}`).join(', ')}, ` +
        'and adjourn needs keyword. If nothing else uses it, replace it:',
      ...names.flatMap((name) => [
        `  temporal operator search-attribute remove --namespace ${namespace} --name ${name} --yes`,
        create(namespace, name),
      ]),
      'Otherwise run adjourn in a namespace of its own.',
    ].join('\n'),
  );
}

function noNamespace(namespace: string, cause: unknown): SearchAttributesError {
  return new SearchAttributesError(
    `Temporal has no namespace ${namespace}. Set TEMPORAL_NAMESPACE to one that it has, or create it:\n` +
      `  temporal operator namespace create --namespace ${namespace}`,
    { cause },
  );
}

function create(namespace: string, name: string): string {
  return `  temporal operator search-attribute create --namespace ${namespace} --name ${name} --type Keyword`;
}
