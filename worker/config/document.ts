// The config's text as JSONC: comments and trailing commas are fine; a key that stands twice is not, for one of the
// two would be lost unseen. Knows where in the text each field stands.
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { ConfigError } from './config-error.ts';

export type Path = (string | number)[];
type Document = {
  value: unknown;
  /** `FILE:LINE:COLUMN FIELD`, of the field or of the nearest one around it that exists. */
  place(path: Path): string;
  /** Where it stands from the start of the text: the order in which people read problems. */
  offset(path: Path): number;
};

export function parseDocument(file: string, source: string): Document {
  const text = source.replace(/^\uFEFF/, ' ');
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: false });
  const at = (offset: number) => `${file}:${lineAndColumn(text, offset)}`;
  if (!tree || errors.length > 0) {
    const problems = errors.map(
      ({ error, offset }) => `${at(offset)}: not JSON: ${words(printParseErrorCode(error))}`,
    );
    throw new ConfigError(problems.length > 0 ? problems : [`${at(0)}: the file is empty`]);
  }
  const strangers = badKeys(tree).map(({ offset, problem }) => `${at(offset)}: ${problem}`);
  if (strangers.length > 0) throw new ConfigError(strangers);
  return {
    value: getNodeValue(tree) as unknown,
    offset: (path) => offsetOf(tree, path),
    place: (path) => `${at(offsetOf(tree, path))} ${fieldName(path)}`.trimEnd(),
  };
}

/** "mcpServers.operations.args[0]" */
function fieldName(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const plain = /^[\w-]+$/.test(part) ? part : JSON.stringify(part);
      return index === 0 ? plain : `.${plain}`;
    })
    .join('');
}

function badKeys(node: Node): { offset: number; problem: string }[] {
  const problems = (node.children ?? []).flatMap(badKeys);
  if (node.type !== 'object') return problems;
  const seen = new Set<string>();
  for (const property of node.children ?? []) {
    const key = property.children?.[0];
    const name = String(key?.value);
    const offset = key?.offset ?? property.offset;
    if (name === '__proto__') problems.push({ offset, problem: '"__proto__" cannot be a name here' });
    if (seen.has(name)) problems.push({ offset, problem: `${JSON.stringify(name)} stands here twice` });
    seen.add(name);
  }
  return problems;
}

function offsetOf(tree: Node, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return tree.offset;
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
