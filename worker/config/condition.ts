// What `when` of a rule may hold. JSON Schema passes over a misspelt keyword or type in silence, and a rule would let
// through, or not stop, what its author meant: here each is refused with its place.
import { z } from 'zod';
import { conditionFormats, refusedKeywords } from '../../workflows/contract/when.ts';

const Type = z.enum(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
const count = z.int().min(0);
const names = z.array(z.string());
const Sub = z.union([z.boolean(), z.lazy((): z.ZodType => Condition)]);
const some = z.array(Sub).min(1);
const named = z.record(z.string(), Sub);
const never = z.never('is not evaluated in a condition');

export const Condition = z
  .strictObject({
    $schema: z.string(),
    $comment: z.string(),
    title: z.string(),
    description: z.string(),
    type: z.union([Type, z.array(Type).min(1)]),
    const: z.json(),
    enum: z.array(z.json()).min(1),
    allOf: some,
    anyOf: some,
    oneOf: some,
    not: Sub,
    if: Sub,
    then: Sub,
    else: Sub,
    required: names,
    properties: named,
    additionalProperties: Sub,
    propertyNames: Sub,
    minProperties: count,
    maxProperties: count,
    dependentRequired: z.record(z.string(), names),
    dependentSchemas: named,
    items: Sub,
    prefixItems: some,
    contains: Sub,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    minimum: z.number(),
    maximum: z.number(),
    exclusiveMinimum: z.number(),
    exclusiveMaximum: z.number(),
    multipleOf: z.number().positive(),
    minLength: count,
    maxLength: count,
    pattern: z.string(),
    format: z.enum(conditionFormats),
    ...Object.fromEntries(refusedKeywords.map((keyword) => [keyword, never])),
  })
  .partial();
