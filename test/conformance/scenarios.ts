// What of the public suite is run, what is left out, and where the product is known to differ: each with the reason.

type Scenario = {
  name: string;
  /** Revisions of MCP that the suite defines it for. */
  versions: string[];
  /** Checks (by name) that fail, and why that is right. A check that passes after all is reported too. */
  fails?: Record<string, string>;
  /** Checks (by name) that the suite skips because the client sends nothing that they could look at, and why not. */
  skips?: Record<string, string>;
  /** Played once more with each leg of a call in a process of its own. */
  newProcesses?: true;
  /** More than one where the suite measures time: on a busy machine the client is late through no fault of its own. */
  attempts?: number;
};

const oldHandshake = 'a modern server is not initialized';
const noResources = 'the product reads no resources';
const noPrompts = 'the product uses no prompts of servers';
const notDeclared = 'deprecated in 2026-07-28; the product does not declare it';

const scenarios: Scenario[] = [
  { name: 'initialize', versions: ['2025-06-18', '2025-11-25'] },
  { name: 'tools_call', versions: ['2025-06-18', '2025-11-25', '2026-07-28'] },
  {
    name: 'elicitation-sep1034-client-defaults',
    versions: ['2025-11-25'],
    fails: {
      ClientElicitationSEP1034General:
        'a legacy question is first told cancel, so that nothing is held open while a person thinks; the call that is made anew with the answer passes the checks of all five defaults',
    },
  },
  { name: 'sse-retry', versions: ['2025-11-25'], attempts: 3 },
  {
    name: 'request-metadata',
    versions: ['2026-07-28'],
    skips: { ClientDeclaresRootsCapability: notDeclared, ClientDeclaresSamplingCapability: notDeclared },
  },
  { name: 'sep-2322-client-request-state', versions: ['2026-07-28'], newProcesses: true },
  {
    name: 'http-standard-headers',
    versions: ['2026-07-28'],
    skips: {
      ClientMcpMethodHeader_initialize: oldHandshake,
      ClientMcpMethodHeader_notifications_initialized: oldHandshake,
      ClientMcpMethodHeader_resources_list: noResources,
      ClientMcpMethodHeader_resources_read: noResources,
      ClientMcpNameHeader_resources_read: noResources,
      ClientMcpMethodHeader_prompts_list: noPrompts,
      ClientMcpMethodHeader_prompts_get: noPrompts,
      ClientMcpNameHeader_prompts_get: noPrompts,
    },
  },
  { name: 'http-custom-headers', versions: ['2026-07-28'] },
  { name: 'http-invalid-tool-headers', versions: ['2026-07-28'] },
  { name: 'json-schema-ref-no-deref', versions: ['2026-07-28'] },
  { name: 'json-schema-2020-12-preservation', versions: ['2025-11-25', '2026-07-28'] },
];

const leftOut: { prefix: string; why: string }[] = [
  { prefix: 'auth/', why: 'the product has no OAuth: credentials are headers of its config' },
  { prefix: 'sep-2640-client-', why: 'an extension (skills) that the product neither uses nor declares' },
];

/** How what the suite offers differs from the table above, one line each; `offered`: `name [version,version]`. */
export function differences(offered: string[]): string[] {
  const known = scenarios.map(({ name, versions }) => `${name} [${versions.join(',')}]`);
  const wanted = offered.filter((line) => !leftOut.some(({ prefix }) => line.startsWith(prefix)));
  const idle = leftOut.filter(({ prefix }) => !offered.some((line) => line.startsWith(prefix)));
  return [
    ...wanted.filter((line) => !known.includes(line)).map((line) => `neither run nor left out: ${line}`),
    ...known.filter((line) => !wanted.includes(line)).map((line) => `not offered any more: ${line}`),
    ...idle.map(({ prefix }) => `left out, but not offered any more: ${prefix}`),
  ];
}

export type Run = { title: string; scenario: Scenario; version: string; newProcesses: boolean };

export const runs: Run[] = scenarios.flatMap((scenario) =>
  scenario.versions.flatMap((version) => {
    const run = { title: `${scenario.name} ${version}`, scenario, version, newProcesses: false };
    const again = { ...run, title: `${run.title}, each leg in a new process`, newProcesses: true };
    return scenario.newProcesses ? [run, again] : [run];
  }),
);
