import * as z from 'zod/mini';

declare const personalBrand: unique symbol;

/**
 * Personal data: free text and contact data of a person (blueprint §3, P10).
 *
 * The type is opaque: a fold can copy it but not compute from it. It has three forms:
 *
 * - **sealed** (`SealedValue`): in the log, in every projection and in everything stored of it. The value is encrypted
 *   under its subject's key and names its subject and field, so it can be opened without its event.
 * - **open**: the plain JSON value, as in commands, in deciders' states, in answers to a person, and in the browser.
 * - **absent** (`null`): the subject was erased, so nobody can open it any more; or there was no value.
 */
export interface Personal<T> {
  readonly [personalBrand]: T;
}

/** Marks a plain value as personal data. */
export function personal<T>(value: T): Personal<T> {
  return value as unknown as Personal<T>;
}

/** Personal data was to be read that is sealed. */
export class PersonalDataSealed extends Error {
  /** Id of the user whose it is; empty if its label is malformed. */
  readonly subject: string;
  constructor(value: SealedValue) {
    super('Personal data is sealed here: open it first (server/read/personalData.ts).');
    this.name = 'PersonalDataSealed';
    this.subject = readSealed(value)?.subject ?? '';
  }
}

/**
 * The value of open personal data; `null` when it is absent. Never call it in a fold.
 *
 * @throws PersonalDataSealed the caller has to open it first
 */
export function reveal<T>(value: Personal<T>): T | null {
  if (isSealed(value)) throw new PersonalDataSealed(value);
  return value as unknown as T | null;
}

/** Label of a sealed value, in front of its ciphertext. */
export interface SealedLabel {
  readonly type: string;
  /** Version of the event type in which it was written; opening it upcasts it. */
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
  // Flat: V8 makes a rope of a template, and writes JSON with a rope half to a third as fast (docs/proof/bench.md).
  return { $sealed: [type, version, field, subject, eventId, ciphertext].join(' ') };
}

/** Label and ciphertext of a sealed value; `null` if it is malformed. */
export function readSealed({ $sealed }: SealedValue): (SealedLabel & { readonly ciphertext: string }) | null {
  const parts = $sealed.split(' ');
  if (parts.length !== SEALED_PARTS) return null;
  const [type = '', version = '', field = '', subject = '', eventId = '', ciphertext = ''] = parts;
  return { type, version: Number(version), field, subject, eventId, ciphertext };
}

/** Whether a value is sealed. No open value has this shape: text is a string, and no object of ours has this field. */
export function isSealed(value: unknown): value is SealedValue {
  return typeof value === 'object' && value !== null && '$sealed' in value && typeof value.$sealed === 'string';
}

const personalSchemas = new WeakSet<object>();

/**
 * Schema of a personal field: accepts the sealed, the open and the absent form. Personal fields are top-level fields of
 * an event's data or a document.
 */
export function personalField<T>(schema: z.ZodMiniType<T>): z.ZodMiniType<Personal<T>> {
  const field = z.union([sealedSchema, z.nullable(schema)]) as unknown as z.ZodMiniType<Personal<T>>;
  personalSchemas.add(field);
  return field;
}

/** Names of the top-level personal fields of an object schema, in declaration order. */
export function personalFields(schema: z.ZodMiniObject): readonly string[] {
  return Object.entries(schema.shape)
    .filter(([, field]) => personalSchemas.has(field))
    .map(([name]) => name);
}
