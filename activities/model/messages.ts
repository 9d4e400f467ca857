// The transcript as `ai` takes it. An assistant's content goes back exactly as it was kept.
import type { ModelMessage } from 'ai';
import { isJsonObject, type Json } from '../../workflows/contract/json.ts';
import type { Turn } from '../../workflows/contract/model.ts';

type AssistantContent = Extract<ModelMessage, { role: 'assistant' }>['content'];

export function toMessages(transcript: Turn[]): ModelMessage[] {
  return transcript.flatMap(toMessage);
}

function toMessage(turn: Turn): ModelMessage[] {
  switch (turn.role) {
    case 'user':
      return [{ role: 'user', content: turn.text }];
    case 'assistant':
      // Providers refuse a message without content; an empty reply leaves one behind.
      return isEmpty(turn.content)
        ? []
        : [{ role: 'assistant', content: turn.content as unknown as AssistantContent }];
    case 'tools':
      return turn.results.length === 0 ? [] : [toolMessage(turn)];
    default:
      return turn satisfies never;
  }
}

function toolMessage(turn: Extract<Turn, { role: 'tools' }>): ModelMessage {
  return {
    role: 'tool',
    content: turn.results.map(({ id, name, text, isError }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: name,
      output: { type: isError ? 'error-text' : 'text', value: text },
    })),
  };
}

function isEmpty(content: Json): boolean {
  return content === '' || content === null || (Array.isArray(content) && content.length === 0);
}

/** Every call in the transcript: its id, taken for good, and the name it was made under. */
export function callsSoFar(transcript: Turn[]): { id: string; name: string }[] {
  return transcript.flatMap((turn) => {
    if (turn.role === 'tools') return turn.results.map(({ id, name }) => ({ id, name }));
    if (turn.role !== 'assistant' || !Array.isArray(turn.content)) return [];
    return turn.content.filter(isJsonObject).flatMap((part) => {
      const { type, toolCallId: id, toolName: name } = part;
      return type === 'tool-call' && typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
    });
  });
}
