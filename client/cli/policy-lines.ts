// What the policy commands print. Names of tools come from servers: they are quoted or in a cell, and made visible.
import type { JsonObject } from '../../workflows/contract/json.ts';
import type { PolicyOutcome } from '../../workflows/contract/policy.ts';
import type {
  CheckedTool,
  ExplainedRule,
  Finding,
  PolicyCheck,
  PolicyExplanation,
  PolicyTestRun,
} from '../../workflows/contract/policy-report.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import type { Style } from './io.ts';
import { table, type Column } from './table.ts';
import { hanging, padded, shownJson, type Look } from './text.ts';
import { count } from './words.ts';

/** Of a name, in a table: the whole of it is in the JSON. */
const mostCharacters = 100;

export function checkLines({ tools, servers, findings }: PolicyCheck, look: Look): string[] {
  const reached = servers.filter(({ problem }) => problem === null).length;
  const head = `${count(tools.length, 'tool')} of ${count(reached, 'server')}`;
  const rows = tools.length > 0 ? table(columns, tools, look) : [];
  return [
    ...(look.terminal ? [rows.length > 0 ? `${head}\n` : head] : []),
    ...rows,
    ...findingLines(findings, look),
  ];
}

const columns: Column<CheckedTool>[] = [
  { head: 'SERVER', cell: ({ server }) => visible(server) },
  {
    head: 'TOOL',
    cell: ({ tool }) => folded(visible(tool), mostCharacters),
    raw: ({ tool }) => visible(tool),
  },
  {
    head: 'OUTCOME',
    cell: ({ outcomes }) => outcomes.join(' or '),
    style: ({ outcomes }) => styleOf(outcomes),
  },
  { head: 'WHY', cell: ({ why }) => why },
];

function styleOf([strictest, ...others]: PolicyOutcome[]): Style | null {
  if (strictest === undefined || others.length > 0) return 'yellow';
  switch (strictest) {
    case 'deny':
      return 'red';
    case 'ask':
      return 'yellow';
    case 'allow':
      return 'green';
    case 'server-asks':
      return null;
    default:
      return strictest satisfies never;
  }
}

function findingLines(findings: Finding[], look: Look): string[] {
  const mistakes = findings.filter(({ severity }) => severity === 'mistake');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  if (findings.length === 0) return ['', 'nothing wrong was found'];
  const lines = (list: Finding[], style: Style) =>
    list.flatMap(({ severity, text }) =>
      hanging(look.paint(style, padded(`${severity}:`, 9)), visible(text), look),
    );
  return [
    '',
    `${count(mistakes.length, 'mistake')}, ${count(warnings.length, 'warning')}`,
    ...lines(mistakes, 'red'),
    ...lines(warnings, 'yellow'),
  ];
}

export function explanationLines(told: PolicyExplanation, look: Look): string[] {
  const row = (name: string, text: string) => hanging(`  ${padded(name, 11)}`, text, look);
  const { server, tool, rules } = told;
  return [
    `${visible(server)}: ${folded(visible(tool), mostCharacters)}`,
    ...existenceOf(told).flatMap((text) => row('tool', text)),
    ...(told.arguments ? row('arguments', `${shownJson(told.arguments)}${fitOf(told)}`) : []),
    ...row(
      'outcome',
      `${told.outcomes.join(' or ')}${told.outcomes.length > 1 ? ', as the arguments decide' : ''}`,
    ),
    ...row('why', `${told.why}${told.because === null ? '' : `: ${shownJson(told.because)}`}`),
    ...(told.rank === null ? [] : row('rank', `${told.rank} of 6: ${ranks}`)),
    ...rules.flatMap((rule) => row(`rule ${rule.rule}`, `${padded(rule.then, 12)}${fateOf(rule, rules)}`)),
    ...row('defaults', `server ${told.defaults.server ?? 'none'}, policy ${told.defaults.policy}`),
    ...(told.destructive ? row('hint', hintOf(told)) : []),
    ...(told.editable ? row('editable', 'whoever approves may change the arguments') : []),
  ];
}

const ranks = 'deny, ask, server-asks, allow, server default, default';

function existenceOf({ exists, problem, near }: PolicyExplanation): string[] {
  if (exists === null) return [`not looked at: ${visible(problem ?? 'the server was not reached')}`];
  if (exists) return [];
  const hint = near === null ? '' : ` (did you mean ${shownJson(folded(near, mostCharacters))}?)`;
  return [`no such tool now${hint}; a tool of that name would be:`];
}

function fitOf({ exists, argumentsProblem }: PolicyExplanation): string {
  if (exists !== true) return '';
  if (argumentsProblem === null) return ", which fit the tool's schema";
  return `, which do not fit the tool's schema, so the call would not be made: ${visible(argumentsProblem)}`;
}

function fateOf({ fate, to, when, judged, then, rule }: ExplainedRule, rules: ExplainedRule[]): string {
  const condition = when === null ? '' : `: ${folded(visible(spaced(when)), 300)}`;
  const unjudged = judged === false ? ' (it cannot be evaluated on these arguments)' : '';
  switch (fate) {
    case 'decides':
      if (judged !== null) return `decides, its condition holds${unjudged}${condition}`;
      return rules.some((one) => one.fate === 'may-decide') ? 'decides otherwise' : 'decides';
    case 'may-decide':
      return `decides when its condition holds${condition}`;
    case 'condition-fails':
      return `its condition does not hold${unjudged}${condition}`;
    case 'name-differs':
      return 'names another tool that looks the same: names match exactly, and case counts';
    case 'loses': {
      const other = rules.find((one) => one.rule === to)?.then ?? then;
      return other === then
        ? `loses: rule ${to} stands ${to !== null && to < rule ? 'before it' : 'first'}`
        : `loses to rule ${to}: ${other} beats ${then}`;
    }
    default:
      return fate satisfies never;
  }
}

/** JSON that can be wrapped at its spaces. */
function spaced(value: JsonObject): string {
  return JSON.stringify(value, null, 1).replace(/\n */g, ' ');
}

function hintOf({ trusted }: PolicyExplanation): string {
  return trusted
    ? 'the server calls the tool destructive; the server is trusted, so that changes nothing'
    : 'the server calls the tool destructive: allow becomes ask';
}

export function testLines({ cases, failed }: PolicyTestRun): string[] {
  const rule = (number: number | null) => (number === null ? 'a default' : `rule ${number}`);
  return [
    ...failed.map(({ place, name, server, tool, expected, got }) => {
      const what = name === null ? `${server}: ${tool}` : name;
      const by = expected.rule === undefined ? '' : ` by ${rule(expected.rule)}`;
      return visible(
        `${place} ${JSON.stringify(what)}: expected ${expected.outcome}${by}, got ${got.outcome} (${got.why})`,
      );
    }),
    failed.length > 0
      ? `${failed.length} of ${count(cases, 'case')} failed`
      : `${count(cases, 'case')} passed`,
  ];
}
