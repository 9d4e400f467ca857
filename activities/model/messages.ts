// The transcript as `ai` takes it. An assistant's content goes back exactly as it was kept.
import type { ModelMessage } from 'ai';
import { isJsonObject, type Json } from '../../workflows/contract/json.ts';
import type { Turn } from '../../workflows/contract/model.ts';

type AssistantContent = Extract<ModelMessage, { role: 'assistant' }>['content'];

/** `provider`: as the model names its own; not all of them hand an error's mark on. */
export function toMessages(transcript: Turn[], provider: string): ModelMessage[] {
  const error = provider.startsWith('openai-compatible') ? errorAsJson : errorAsText;
  return transcript.flatMap((turn) => toMessage(turn, error));
}

type ToolPart = Extract<Extract<ModelMessage, { role: 'tool' }>['content'][number], { type: 'tool-result' }>;
type ErrorOutput = (text: string) => ToolPart['output'];

const errorAsText: ErrorOutput = (value) => ({ type: 'error-text', value });
/** That provider sends an error-text as bare text; as JSON it reads as OpenAI's own sends it. */
const errorAsJson: ErrorOutput = (error) => ({ type: 'error-json', value: { error } });

function toMessage(turn: Turn, error: ErrorOutput): ModelMessage[] {
  switch (turn.role) {
    case 'user':
      return [{ role: 'user', content: turn.text }];
    case 'assistant':
      // Providers refuse a message without content; an empty reply leaves one behind.
      return isEmpty(turn.content)
        ? []
        : [{ role: 'assistant', content: turn.content as unknown as AssistantContent }];
    case 'tools':
      return turn.results.length === 0 ? [] : [toolMessage(turn, error)];
    default:
      return turn satisfies never;
  }
}

function toolMessage(turn: Extract<Turn, { role: 'tools' }>, error: ErrorOutput): ModelMessage {
  return {
    role: 'tool',
    content: turn.results.map(({ id, name, text, isError }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: name,
      output: isError ? error(text) : { type: 'text', value: text },
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
