// What the host says it can do: elicitation exactly where a question can really be put to a person.
import type { ClientCapabilities, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { ServerConfig } from './server-config.ts';

const elicitation = { form: {}, url: {} };

/** A modern server's questions come as results of a call; they can always be put. */
export const capabilities: ClientCapabilities = { elicitation };

/** Whether questions of a legacy server are put to people. */
export function takesLegacyQuestions({ legacyQuestions }: ServerConfig): boolean {
  return legacyQuestions !== 'refuse';
}

/**
 * The SDK has one set of capabilities for both eras, and finds out the era while it connects. `initialize` goes to legacy
 * servers only: there they are exchanged for what holds for those.
 */
export function declareByEra(transport: Transport, config: ServerConfig): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) =>
    send(isInitialize(message) ? declared(message, config) : message, options);
}

function declared(message: Initialize, config: ServerConfig): JSONRPCMessage {
  const tasks = { list: {}, cancel: {}, requests: { elicitation: { create: {} } } };
  const legacy = takesLegacyQuestions(config) ? { elicitation, tasks } : {};
  return { ...message, params: { ...message.params, capabilities: legacy } };
}

type Initialize = Extract<JSONRPCMessage, { method: string; id: string | number }>;

function isInitialize(message: JSONRPCMessage): message is Initialize {
  return 'method' in message && 'id' in message && message.method === 'initialize';
}
