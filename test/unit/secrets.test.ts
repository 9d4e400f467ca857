// What the config holds as a secret is struck out wherever a server repeats it.
import { describe, expect, test } from '@jest/globals';
import { redactAll, redactSecrets } from '../../activities/mcp/secrets.ts';
import { ServerConfig } from '../../activities/mcp/server-config.ts';

const config = ServerConfig.parse({
  url: 'http://127.0.0.1:1/mcp',
  headers: { Authorization: 'Bearer abc"de\\f' },
});

describe('a secret', () => {
  test('is struck out of plain text and of JSON text', () => {
    const redact = redactSecrets(config, []);
    expect(redact('it is abc"de\\f')).toBe('it is [secret]');
    expect(redact(JSON.stringify({ token: 'abc"de\\f' }))).toBe('{"token":"[secret]"}');
  });

  test('that comes from the environment counts wherever it stands in the config', () => {
    expect(redactSecrets(config, ['postgres://u:p@db'])('dsn postgres://u:p@db')).toBe('dsn [secret]');
    expect(redactAll(config, ['hunter22'])('argument hunter22')).toBe('argument [secret]');
  });

  test('of another kind than a secret is left to tools, who rightly speak of it', () => {
    const files = ServerConfig.parse({ command: 'x', env: { ROOT: '/srv/data' } });
    expect(redactSecrets(files, [])('/srv/data/a.txt')).toBe('/srv/data/a.txt');
  });
});
