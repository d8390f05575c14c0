import type { AnyRecordedEvent } from '#domain/registry.ts';
import type { RecordedNamed } from '../reactors/reactor.ts';

/** An event in the readable page of the archive, in words for the person whose data it holds. Plain text. */
export interface ArchiveEntry {
  /** Such as "You wrote a post". */
  readonly what: string;
  /** The person's own words, or values; `null` and absent ones are left out. */
  readonly text?: string | null;
}

/**
 * The entry that each event of a noun makes, by type. An event that is withheld gives the reason, which the archive
 * states. Each event type with personal data is in it (`test/server/nouns.test.ts`).
 */
export type ArchiveEntries = {
  readonly [Type in AnyRecordedEvent['type']]?:
    | ((event: RecordedNamed<Type>) => ArchiveEntry)
    | { readonly withheld: string };
};

/** The entries of all nouns together, for events of any type. */
export type AnyArchiveEntries = Readonly<
  Record<string, ((event: never) => ArchiveEntry) | { readonly withheld: string }>
>;

/** Values in one line. */
export function inWords(...values: readonly (string | number | null)[]): string {
  return values.filter((value) => value !== null).join(' · ');
}
