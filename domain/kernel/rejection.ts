import { saidTime } from './time.ts';

/** A refusal by a rule: a code with data. Never HTTP: the edge answers each kind of rejection in its own way. */
export interface Rejection<Code extends string = string> {
  readonly code: Code;
  readonly data: Readonly<Record<string, string | number>>;
}

/** Makes a rejection. Nouns make theirs by `rejectionsOf`, which knows the codes of their own table. */
export function rejection<Code extends string>(
  code: Code,
  data: Readonly<Record<string, string | number>> = {},
): Rejection<Code> {
  return { code, data };
}

/** Kind of a rejection: edges treat all of a kind alike (HTTP status, log level). */
export type RejectionKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'unsupported'
  | 'too-many';

/** One code of a noun: its kind, and its text for people. `{name}` in a text is filled from the rejection's data. */
export interface RejectionDefinition {
  readonly kind: RejectionKind;
  readonly text: string;
}

/** A noun's rejection codes. */
export type Rejections<Code extends string = string> = Readonly<Record<Code, RejectionDefinition>>;

const of = (kind: RejectionKind) => (text: string) => ({ kind, text }) as const;

/** The content breaks a rule, or the moment is wrong for it. */
export const invalid = of('invalid');
/** The viewer is not signed in. */
export const unauthenticated = of('unauthenticated');
/** This person may not. */
export const forbidden = of('forbidden');
/** The target never existed. */
export const notFound = of('not-found');
/** Another user has it, or its state excludes the action. */
export const conflict = of('conflict');
/** The target existed and was deleted. */
export const gone = of('gone');
/** Larger than allowed. */
export const tooLarge = of('too-large');
/** A kind of file that is not taken. */
export const unsupported = of('unsupported');
/** Too often, or too soon again. */
export const tooMany = of('too-many');

/** Makes rejections of one table, known by its type alone: only codes that have a kind and a text. */
export function rejectionsOf<Table extends Rejections>() {
  return <C extends keyof Table & string>(code: C, data: Rejection['data'] = {}): Rejection<C> => rejection(code, data);
}

/** Fills the placeholders of a text from a rejection's data; `{seconds} seconds` in the unit that people would use. */
export function fillText(text: string, data: Rejection['data']): string {
  return text.replace(/\{(\w+)\}( \w+s\b)?/g, (whole, name: string, many: string | undefined) => {
    const value = data[name];
    if (value === undefined) return whole;
    if (name === 'seconds' && typeof value === 'number' && many !== undefined) return saidTime(value);
    return `${value}${value === 1 && many !== undefined ? many.slice(0, -1) : (many ?? '')}`;
  });
}
