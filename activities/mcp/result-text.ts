// What the model is told of a tool's result: text, bounded; what is not text is named with its type and size.
import { bounds } from '../../workflows/contract/bounds.ts';
import type { ToolText } from '../../workflows/contract/call.ts';
import { canonicalJson, isJsonObject, utf8Bytes } from '../../workflows/contract/json.ts';
import type { Redact } from './secrets.ts';

/** `result` is raw: servers leave out fields that the protocol demands. Only the flag makes it an error. */
export function resultText(result: unknown, redact: Redact = asItIs): ToolText {
  const { content, structuredContent, isError } = isJsonObject(result) ? result : {};
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  const parts = blocks.map(blockText).filter((part) => part !== '');
  if (structuredContent !== undefined && !blocks.some((block) => says(block, structuredContent))) {
    const json = JSON.stringify(structuredContent);
    parts.push(parts.length > 0 ? `[structured content]\n${json}` : json);
  }
  return {
    text: bounded(parts.length > 0 ? redact(parts.join('\n')) : '(no output)'),
    isError: isError === true,
  };
}

/** A JSON-RPC error is the server's own reply: the call ended, and the model is told how. */
export function errorText(code: number, message: string, redact: Redact = asItIs): ToolText {
  return { text: bounded(redact(`error ${code}: ${message}`)), isError: true };
}

const asItIs: Redact = (text) => text;

function blockText(block: unknown): string {
  if (!isJsonObject(block)) return '';
  const { type, text, data, mimeType, resource } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? text : '';
    case 'image':
    case 'audio':
      return `[${type}: ${word(mimeType)}, ${base64Bytes(data)} bytes]`;
    case 'resource_link':
      return `[resource link: ${word(block['name'])}, ${word(block['uri'])}, ${word(mimeType)}]`;
    case 'resource':
      return resourceText(resource);
    default:
      return `[${word(type)}: ${utf8Bytes(JSON.stringify(block))} bytes of JSON]`;
  }
}

function resourceText(resource: unknown): string {
  const { uri, mimeType, text, blob } = isJsonObject(resource) ? resource : {};
  const head = `resource: ${word(uri)}, ${word(mimeType)}`;
  return typeof text === 'string' ? `[${head}]\n${text}` : `[${head}, ${base64Bytes(blob)} bytes]`;
}

function word(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value.slice(0, 300) : 'unnamed';
}

function base64Bytes(data: unknown): number {
  return typeof data === 'string' ? Math.floor((data.replace(/=+$/, '').length * 3) / 4) : 0;
}

/** Servers repeat structured content as JSON text for older clients: it is shown once. */
function says(block: unknown, structured: unknown): boolean {
  if (!isJsonObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') return false;
  try {
    return canonicalJson(JSON.parse(block['text'])) === canonicalJson(structured);
  } catch {
    return false;
  }
}

/** Cut to `bounds.resultBytes`, note included, never inside a character. */
export function bounded(text: string): string {
  const whole = text.toWellFormed();
  const size = utf8Bytes(whole);
  if (size <= bounds.resultBytes) return whole;
  const note = `\n[cut: the whole result has ${size} bytes]`;
  const bytes = new TextEncoder().encode(whole.slice(0, bounds.resultBytes));
  let end = bounds.resultBytes - note.length;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end)) + note;
}
