// One entry of `mcpServers`: the block that users of MCP already have, and a few settings of adjourn beside it.
import { z } from 'zod';

const day = 86_400_000;

/** How people name a server; the name is shown, so it is plain. */
const ServerName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'a server name has 1 to 64 letters, digits, "_", "." or "-"');

export const ServerConfig = z
  .strictObject({
    /** Other hosts want it; here it has to agree with `command` or `url`. */
    type: z.enum(['stdio', 'http', 'streamable-http']).optional(),
    command: z.string().min(1).optional(),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    cwd: z.string().min(1).optional(),
    url: z.url({ protocol: /^https?$/, error: 'url must be an http or https address' }).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    /** The protocol family the server speaks; auto finds out at first contact. */
    era: z.enum(['auto', 'modern', 'legacy']).default('auto'),
    /** What a legacy server's question in the middle of a call meets: a person and a second run, or an error. */
    legacyQuestions: z.enum(['replay', 'refuse']).default('replay'),
    /** Longest that one send of a call may take, in milliseconds; a person's time does not count. */
    timeout: z.int().positive().max(day).default(300_000),
    /** Tools (globs) that may be sent again unasked when a reply is lost. */
    idempotent: z.array(z.string().min(1)).default([]),
  })
  .superRefine((server, context) => {
    const refuse = (message: string, path: string[] = []) =>
      context.addIssue({ code: 'custom', message, path });
    if ((server.command === undefined) === (server.url === undefined)) {
      refuse('a server has either "command" (with args, env, cwd) or "url" (with headers)');
      return;
    }
    if (server.type !== undefined && (server.type === 'stdio') === (server.command === undefined)) {
      refuse(`"type": "${server.type}" does not go with "${server.url === undefined ? 'command' : 'url'}"`, [
        'type',
      ]);
    }
    const strangers = server.url === undefined ? (['headers'] as const) : (['args', 'env', 'cwd'] as const);
    for (const key of strangers) {
      if (server[key] !== undefined)
        refuse(`"${key}" does not go with "${server.url ? 'url' : 'command'}"`, [key]);
    }
  });
export type ServerConfig = z.infer<typeof ServerConfig>;

export const McpServers = z.record(ServerName, ServerConfig);
export type McpServers = z.infer<typeof McpServers>;
