import * as mini from 'zod/mini';

/*
 * The build puts this in the place of `zod` (vite.config.ts): the schemas of domain and projections are written in
 * zod's chaining style, and in the browser they run on zod's own small core under the same names. That is a tenth of
 * the feed's code less. A test runs both on the same values (test/web/leanZod.test.ts).
 */

/** A schema with the methods that our schemas are written with. */
interface Chained extends mini.ZodMiniType {
  min(limit: number): Chained;
  max(limit: number): Chained;
  regex(pattern: RegExp): Chained;
  nullable(): Chained;
  optional(): Chained;
}

function chained(schema: mini.ZodMiniType): Chained {
  const isNumber = schema instanceof mini.ZodMiniNumber;
  const check = (rule: unknown) => chained(schema.check(rule as never));
  return Object.assign(schema, {
    min: (limit: number) => check(isNumber ? mini.gte(limit) : mini.minLength(limit)),
    max: (limit: number) => check(isNumber ? mini.lte(limit) : mini.maxLength(limit)),
    regex: (pattern: RegExp) => check(mini.regex(pattern)),
    nullable: () => chained(mini.nullable(schema)),
    optional: () => chained(mini.optional(schema)),
  });
}

/** Exactly what our schemas are made of; a name that is missing here fails at once, in every test of the client. */
export const z = {
  /** For `instanceof`. */
  ZodObject: mini.ZodMiniObject,
  array: (item: mini.ZodMiniType) => chained(mini.array(item)),
  boolean: () => chained(mini.boolean()),
  enum: (values: readonly [string, ...string[]]) => chained(mini.enum(values)),
  int: () => chained(mini.int()),
  literal: (value: string | number | boolean) => chained(mini.literal(value)),
  number: () => chained(mini.number()),
  object: (shape: Record<string, mini.ZodMiniType>) => chained(mini.object(shape)),
  record: (key: mini.ZodMiniString, value: mini.ZodMiniType) => chained(mini.record(key, value)),
  strictObject: (shape: Record<string, mini.ZodMiniType>) => chained(mini.strictObject(shape)),
  string: () => chained(mini.string()),
  union: (options: readonly [mini.ZodMiniType, ...mini.ZodMiniType[]]) => chained(mini.union(options)),
  unknown: () => chained(mini.unknown()),
  uuid: () => chained(mini.uuid()),
};
