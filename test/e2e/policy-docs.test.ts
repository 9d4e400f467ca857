// docs/policy.md: every block in it is accepted, and every output in it is what the command prints.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { run } from '../../client/cli/main.ts';
import { parseDocument } from '../../worker/config/document.ts';
import { Condition } from '../../worker/config/condition.ts';
import { AdjournConfig } from '../../worker/config/schema.ts';
import { PolicyRule } from '../../workflows/contract/policy.ts';
import { refusedKeywords } from '../../workflows/contract/when.ts';
import { checkPolicy, explainPolicy, testPolicy } from '../../worker/policy/commands.ts';
import { setStage, type Stage } from '../support/mcp-stage.ts';
import { sampleHosts, sampleIo } from '../support/cli-samples.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/policy.md', import.meta.url)), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
type Block = { policy?: { rules: { server: string }[]; servers?: object }; cases?: object[] };
const parsed = blocks('jsonc').map((text) => parseDocument('policy.md', text).value as Block);
const policies = parsed.filter(({ policy }) => policy !== undefined);

const takes = (properties: object) => ({ inputSchema: { type: 'object', properties } });
/** What servers of these kinds have, and a little that no rule of the page names. */
const catalogues: Record<string, Record<string, object>> = {
  files: { read_file: {}, list_directory: {}, search_files: {}, write_file: {} },
  operations: { check_stock: {}, place_purchase_order: {} },
  mongo: {
    find: {},
    aggregate: takes({ pipeline: { type: 'array' } }),
    'delete-many': {},
    'drop-collection': {},
  },
  pay: {
    list_payments: {},
    refund: { ...takes({ payment: {}, amount: { type: 'number' } }), annotations: { destructiveHint: true } },
    export_ledger: {},
  },
  github: { get_issue: {}, list_issues: {}, search_code: {}, create_issue: {} },
  mail: { create_draft: {}, send: {} },
};

const stages = new Map<string, Stage>();
beforeAll(async () => {
  for (const [server, catalogue] of Object.entries(catalogues)) {
    const tools = Object.entries(catalogue).map(([name, definition]) => [name, { steps: [], definition }]);
    stages.set(server, await setStage({ tools: Object.fromEntries(tools) }));
  }
});
afterAll(async () => {
  for (const stage of stages.values()) await stage.close();
});

/** Writes a config with a policy of the page and the servers that it speaks of. */
function configOf({ policy }: Block): string {
  const names = [...Object.keys(policy?.servers ?? {}), ...(policy?.rules ?? []).map(({ server }) => server)];
  const servers = Object.fromEntries([...new Set(names)].map((name) => [name, stages.get(name)?.entry]));
  const file = path.join(stages.get('files')?.dir ?? '', 'adjourn.config.json');
  writeFileSync(file, JSON.stringify({ model: 'demo/x', mcpServers: servers, policy }));
  return file;
}

type TestOptions = Parameters<typeof testPolicy>[0];
const tested = async (options: TestOptions) => testPolicy(options);

/** As on a terminal of a reader. */
async function shown(argv: string[], config: string): Promise<{ code: number; text: string }> {
  const io = sampleIo({ columns: 120 });
  const policy = {
    check: checkPolicy,
    explain: explainPolicy,
    test: tested,
  };
  const code = await run(
    ['--color', 'never', 'policy', ...argv, '--config', config],
    { ...sampleHosts, policy },
    io,
  );
  return { code, text: `${io.stdout.join('\n')}\n` };
}

describe('the page', () => {
  test('has the policy of its start and five worked ones, and one file of cases', () => {
    expect(policies).toHaveLength(6);
    expect(parsed.filter(({ cases }) => cases !== undefined)).toHaveLength(1);
  });

  test.each(policies.map((block, index) => [index, block] as const))(
    'has a policy that check accepts: %i',
    async (_index, block) => {
      const { code, text } = await shown(['check'], configOf(block));
      expect({ code, mistakes: text.match(/mistake: .*/g) }).toEqual({ code: 0, mistakes: null });
    },
  );

  test('has a rule with a condition that the config takes', () => {
    const rules = parsed.filter((block) => 'when' in block);
    const config = { model: 'demo/x', mcpServers: { pay: { command: 'x' } }, policy: { rules } };
    expect(rules).toHaveLength(1);
    expect(AdjournConfig.safeParse(config).error).toBeUndefined();
  });

  test('names every field of a policy, and every keyword of a condition that may decide', () => {
    const named = (start: string) =>
      (page.split('\n').find((line) => line.startsWith(start)) ?? '').split('. Anything')[0];
    const rules = Object.keys(PolicyRule.shape).map((field) => `rules[].${field}`);
    for (const field of ['default', 'servers.NAME.default', 'servers.NAME.trusted', ...rules]) {
      expect(page).toContain(`| \`${field}\``);
    }
    const silent = ['$schema', '$comment', 'title', 'description', ...refusedKeywords];
    const keywords = Object.keys(Condition.shape).filter((keyword) => !silent.includes(keyword));
    const listed = [...(named('- Known are') ?? '').matchAll(/`([^`]+)`/g)].map(([, keyword]) => keyword);
    expect(new Set(listed)).toEqual(new Set(keywords));
  });

  test('shows what the commands print', async () => {
    const config = configOf(policies[4] ?? {});
    const cases = path.join(path.dirname(config), 'policy.cases.json');
    writeFileSync(cases, blocks('jsonc').find((text) => text.includes('"cases"')) ?? '');
    const consoles = blocks('console').map((text) => /^\$ adjourn policy (.*)\n([^]*)$/.exec(text));
    expect(consoles.map((found) => found?.[1]?.split(' ')[0])).toEqual(['check', 'explain', 'test']);
    for (const found of consoles) {
      const argv = (found?.[1]?.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
      const { text } = await shown(
        argv.map((word) => (word === 'policy.cases.json' ? cases : word)),
        config,
      );
      expect(text.replaceAll(cases, 'policy.cases.json')).toBe(found?.[2]);
    }
  });
});
