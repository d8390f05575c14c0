import * as z from 'zod/mini';

declare const personalBrand: unique symbol;

/**
 * Personal data: free text and contact data of a person (blueprint §3, P10).
 *
 * The type is opaque: a fold can copy it but not compute from it. It has three forms:
 *
 * - **sealed** (`SealedValue`): in the log, in every projection and in what is stored of it. The value is encrypted
 *   under its subject's key and says whose it is and what it is, so that it opens anywhere, without its event.
 * - **open**: the plain JSON value. So it stands in commands, in deciders' states, in what a person is answered, and in
 *   the browser.
 * - **absent** (`null`): the subject was erased, so nobody can open it any more; or there was none.
 */
export interface Personal<T> {
  readonly [personalBrand]: T;
}

/** Marks a plain value as personal data. */
export function personal<T>(value: T): Personal<T> {
  return value as unknown as Personal<T>;
}

/**
 * The value behind open personal data; `null` when it is absent. Never call it in a fold.
 *
 * @throws Error it is sealed: it must be opened before somebody reads it
 */
export function reveal<T>(value: Personal<T>): T | null {
  if (isSealed(value)) throw new Error('Personal data is sealed here: open it first (server/log/personalData.ts).');
  return value as unknown as T | null;
}

/** What a sealed value says of itself in front of its ciphertext. */
export interface SealedLabel {
  readonly type: string;
  /** Version of the event type in which it was written; opening upcasts it. */
  readonly version: number;
  /** Name of the field in that version. */
  readonly field: string;
  /** Id of the user whose personal data it is. */
  readonly subject: string;
  readonly eventId: string;
}

/** A personal value as projections hold it: `<type> <version> <field> <subject> <event id> <ciphertext in base64>`. */
export interface SealedValue {
  readonly $sealed: string;
}

/** Parts of a sealed value; none of them holds a space. */
const SEALED_PARTS = 6;
const sealedSchema = z.strictObject({ $sealed: z.string().check(z.regex(/^[A-Za-z]+ \d+ [A-Za-z]+ \S+ \S+ /)) });

/** Makes a sealed value. @param ciphertext base64 */
export function labelSealed({ type, version, field, subject, eventId }: SealedLabel, ciphertext: string): SealedValue {
  return { $sealed: `${type} ${version} ${field} ${subject} ${eventId} ${ciphertext}` };
}

/** What a sealed value says of itself, and its ciphertext; `null`: it is none. */
export function readSealed({ $sealed }: SealedValue): (SealedLabel & { readonly ciphertext: string }) | null {
  const parts = $sealed.split(' ');
  if (parts.length !== SEALED_PARTS) return null;
  const [type = '', version = '', field = '', subject = '', eventId = '', ciphertext = ''] = parts;
  return { type, version: Number(version), field, subject, eventId, ciphertext };
}

/** Whether a value is sealed. No open value looks so: text is text, and objects of ours have fields of their own. */
export function isSealed(value: unknown): value is SealedValue {
  return typeof value === 'object' && value !== null && '$sealed' in value && typeof value.$sealed === 'string';
}

const personalSchemas = new WeakSet<object>();

/**
 * Schema of a personal field: it takes the sealed, the open and the absent form. Personal fields stand at the top level
 * of an event's data or a document.
 */
export function personalField<T>(schema: z.ZodMiniType<T>): z.ZodMiniType<Personal<T>> {
  const field = z.union([sealedSchema, z.nullable(schema)]) as unknown as z.ZodMiniType<Personal<T>>;
  personalSchemas.add(field);
  return field;
}

/** Names of the top-level personal fields of an object schema, in declaration order. */
export function personalFields(schema: z.ZodMiniObject): readonly string[] {
  return Object.entries(schema.shape)
    .filter(([, field]) => personalSchemas.has(field as object))
    .map(([name]) => name);
}
