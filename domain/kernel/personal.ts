import type { z } from 'zod';

declare const personalBrand: unique symbol;

/**
 * Personal data: free text and contact data of a person (blueprint §3, P10).
 *
 * The type is opaque on purpose: a fold can copy it but not compute from it, so that documents folded live
 * and documents rebuilt after an erasure agree. At run time it is the plain JSON value, or `null` once the
 * subject has been erased. In the log it is encrypted under the subject's key.
 */
export interface Personal<T> {
  readonly [personalBrand]: T;
}

/** Marks a plain value as personal data. */
export function personal<T>(value: T): Personal<T> {
  return value as unknown as Personal<T>;
}

/** The value behind personal data, or `null` when its subject was erased. Never call it in a fold. */
export function reveal<T>(value: Personal<T>): T | null {
  return value as unknown as T | null;
}

const personalSchemas = new WeakSet<object>();

/** Schema of a personal field. Personal fields stand at the top level of an event's data or a document. */
export function personalField<T>(schema: z.ZodType<T>): z.ZodType<Personal<T>> {
  const field = schema.nullable() as unknown as z.ZodType<Personal<T>>;
  personalSchemas.add(field);
  return field;
}

/** Names of the top-level personal fields of an object schema, in declaration order. */
export function personalFields(schema: z.ZodObject): readonly string[] {
  return Object.entries(schema.shape)
    .filter(([, field]) => personalSchemas.has(field as object))
    .map(([name]) => name);
}
