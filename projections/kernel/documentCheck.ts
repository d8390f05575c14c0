import { z } from 'zod';

/**
 * Checks a document that a fold wrote against its collection's schema; `null`: it fits.
 * @param before the document in whose place it is written, which was checked when it was written itself
 */
export type DocumentCheck = (doc: unknown, before: unknown) => z.ZodError | null;

/**
 * Most writes change a field or two of a document that stands. What is the very same value as before is not checked
 * again: the text of a post would be, at each of its comments.
 */
export function documentCheckOf(schema: z.ZodType): DocumentCheck {
  const wholly: DocumentCheck = (doc) => {
    const parsed = schema.safeParse(doc);
    return parsed.success ? null : parsed.error;
  };
  if (!(schema instanceof z.ZodObject) || hasRulesAcrossFields(schema)) return wholly;
  const fields = new Map(Object.entries(schema.shape) as [string, z.ZodType][]);
  return (doc, before) =>
    isObject(doc) && isObject(before) && changesFit(fields, doc, before) ? null : wholly(doc, null);
}

function hasRulesAcrossFields({ def }: z.ZodObject): boolean {
  return (def.checks?.length ?? 0) > 0;
}

/** Whether both have the same fields, and those that differ fit. */
function changesFit(fields: ReadonlyMap<string, z.ZodType>, doc: JsonObject, before: JsonObject): boolean {
  const names = Object.keys(doc);
  if (names.length !== Object.keys(before).length) return false;
  for (const name of names) {
    if (doc[name] === before[name] && doc[name] !== undefined) continue;
    if (!Object.hasOwn(before, name) || fields.get(name)?.safeParse(doc[name]).success !== true) return false;
  }
  return true;
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
