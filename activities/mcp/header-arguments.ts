// A modern HTTP server may have arguments mirrored into request headers (`x-mcp-header`), which intermediaries act on. A tool
// whose declaration is broken must not be offered (MCP 2026-07-28, server/tools): what it sends cannot be what it declares.
import { isJsonObject, type Json, type JsonObject } from '../../workflows/contract/json.ts';

const keyword = 'x-mcp-header';
/** RFC 9110 `token`. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const primitive: unknown[] = ['string', 'integer', 'boolean'];
/** Their values are data, not schemas. */
const ofValues = new Set(['const', 'enum', 'default', 'examples']);
/** Their values are schemas by name. */
const ofNames = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);

/** Null when the declarations are sound. The schema's depth is bounded already. */
export function whyHeadersUnsound(inputSchema: JsonObject): string | null {
  return fault(inputSchema, false, new Set());
}

/** `reachable`: a property under nothing but `properties`, so that it has at most one value in a call. */
function fault(schema: JsonObject, reachable: boolean, taken: Set<string>, root = true): string | null {
  if (Object.hasOwn(schema, keyword)) {
    const wrong = declarationFault(schema, reachable, taken);
    if (wrong !== null) return wrong;
  }
  for (const [key, part] of Object.entries(schema)) {
    if (ofValues.has(key)) continue;
    const below = (reachable || root) && key === 'properties';
    for (const each of partsOf(key, part)) {
      const wrong = fault(each, below, taken, false);
      if (wrong !== null) return wrong;
    }
  }
  return null;
}

function partsOf(key: string, part: Json): JsonObject[] {
  if (Array.isArray(part)) return part.filter(isJsonObject);
  if (!isJsonObject(part)) return [];
  return ofNames.has(key) ? Object.values(part).filter(isJsonObject) : [part];
}

function declarationFault(schema: JsonObject, reachable: boolean, taken: Set<string>): string | null {
  const name = schema[keyword];
  if (!reachable) return `${keyword} stands where no single argument is`;
  if (typeof name !== 'string' || !token.test(name)) return `${keyword} is not the name of a header`;
  if (!primitive.includes(schema['type']))
    return `${keyword} ${name} is not on a text, an integer or a boolean`;
  if (taken.has(name.toLowerCase())) return `two arguments want the header ${name}`;
  taken.add(name.toLowerCase());
  return null;
}
