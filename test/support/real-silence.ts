// A host that holds the connection open and never answers: it learns how long a server waits by itself.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const longestMs = 10 * 60_000;

/** Resolves with the tool's last words when the server has given up its question. */
export async function serverGaveUp(
  url: string,
  tool: string,
  given: Record<string, unknown> = {},
): Promise<string> {
  const client = new Client(
    { name: 'silent', version: '0' },
    { capabilities: { elicitation: { form: {}, url: {} } } },
  );
  Object.assign(client, { fallbackRequestHandler: () => new Promise(() => undefined) });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  try {
    const ended = client.callTool({ name: tool, arguments: given }, { timeout: longestMs });
    return await ended.then(
      ({ content }) => JSON.stringify(content),
      (error: unknown) => String(error),
    );
  } finally {
    await client.close();
  }
}
