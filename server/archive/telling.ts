import type { AnyRecordedEvent } from '#domain/registry.ts';
import type { RecordedNamed } from '../reactors/reactor.ts';

/** What an event says to the person whose data it holds, for the readable page of the archive. Plain text. */
export interface Told {
  /** Such as "You wrote a post". */
  readonly what: string;
  /** The person's own words, or values; `null` and absent ones are left out. */
  readonly text?: string | null;
}

/**
 * How the events of a noun are told to the person whose personal data they hold, by type. One that is withheld says why:
 * the reader of the archive is told so. Each event type with personal data is in it (`test/server/nouns.test.ts`).
 */
export type Telling = {
  readonly [Type in AnyRecordedEvent['type']]?: ((event: RecordedNamed<Type>) => Told) | { readonly withheld: string };
};

/** The telling of all nouns together, for events of any type. */
export type AnyTelling = Readonly<Record<string, ((event: never) => Told) | { readonly withheld: string }>>;

/** Values in one line. */
export function inWords(...values: readonly (string | number | null)[]): string {
  return values.filter((value) => value !== null).join(' · ');
}
