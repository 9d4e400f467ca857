// What the policy commands of a worker find out: its client prints it, and `--json` prints it as it is. Names of tools
// come from servers: whoever shows them escapes them. Keys are only ever added.
import type { JsonObject } from './json.ts';
import type { PolicyOutcome } from './policy.ts';

type PolicySource = 'rule' | 'server-default' | 'default';

/** One way in which a call of a tool can be decided. */
export type Prospect = {
  outcome: PolicyOutcome;
  source: PolicySource;
  /** 1-based. */
  rule: number | null;
  /** Only with arguments that meet the rule's condition. */
  conditional: boolean;
  /** What would be allowed is asked, because its server calls the tool destructive. */
  tightened: boolean;
};

export type ToolName = { server: string; tool: string };

export type CheckedTool = ToolName & {
  /** As a model is told of it; null: two tools have this name, and neither is offered. */
  modelName: string | null;
  /** Strictest first; several: the arguments decide. */
  outcomes: PolicyOutcome[];
  why: string;
  prospects: Prospect[];
};

export type Finding = {
  kind:
    | 'covered-rule'
    | 'repeated-rule'
    | 'unmatched-rule'
    | 'idle-rule'
    | 'loose-condition'
    | 'stray-argument'
    | 'server-asks'
    | 'look-alike'
    | 'left-out-tool'
    | 'unreachable-server';
  /** A mistake fails the check. */
  severity: 'mistake' | 'warning';
  rule: number | null;
  server: string | null;
  tools: ToolName[];
  text: string;
};

export type CheckedServer = { server: string; tools: number | null; problem: string | null };

export type PolicyCheck = {
  version: 1;
  config: string;
  servers: CheckedServer[];
  tools: CheckedTool[];
  findings: Finding[];
};

/** A rule that names the tool, and what became of it. */
export type ExplainedRule = {
  rule: number;
  then: PolicyOutcome;
  /** may-decide: no arguments were given, and it has a condition. */
  fate: 'decides' | 'may-decide' | 'loses' | 'condition-fails' | 'name-differs';
  /** The rule that it loses to. */
  to: number | null;
  because: string | null;
  when: JsonObject | null;
  /** Whether its condition could be judged on these arguments; null: it has none, or there are none. */
  judged: boolean | null;
};

export type PolicyExplanation = ToolName & {
  version: 1;
  config: string;
  /** null: the server could not be reached. */
  exists: boolean | null;
  problem: string | null;
  /** Of a tool that does not exist: one with nearly its name. */
  near: string | null;
  arguments: JsonObject | null;
  /** Why the tool's schema does not take these arguments. */
  argumentsProblem: string | null;
  destructive: boolean;
  trusted: boolean;
  outcomes: PolicyOutcome[];
  /** 1 deny, 2 ask, 3 server-asks, 4 allow, 5 the server's default, 6 the default; null: the arguments decide. */
  rank: number | null;
  why: string;
  prospects: Prospect[];
  rules: ExplainedRule[];
  defaults: { server: PolicyOutcome | null; policy: PolicyOutcome };
  /** Of the rule that decides, where it says so. */
  because: string | null;
  editable: boolean;
};

export type FailedCase = ToolName & {
  /** `FILE:LINE:COLUMN cases[2]` */
  place: string;
  name: string | null;
  expected: { outcome: PolicyOutcome; rule?: number | null | undefined };
  got: { outcome: PolicyOutcome; rule: number | null; why: string };
};

export type PolicyTestRun = {
  version: 1;
  file: string;
  config: string;
  cases: number;
  failed: FailedCase[];
};
