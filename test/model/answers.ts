import type { ReadEvent } from '#scripts/cli/events.ts';
import type { Documents } from './foundDocuments.ts';
import type { Parts } from './parts.ts';

/** `maybe`: no answer came. */
export type Truth = 'yes' | 'no' | 'maybe';

/** A command as a person meant it. */
export interface MeantCommand {
  readonly userId: string;
  /** Effective id. */
  readonly commandId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A command of a person, and whether it took effect as far as its sender knows. */
export interface AnsweredCommand extends MeantCommand {
  readonly truth: Truth;
}

/** Everything that can be seen of a server from outside. */
export interface SeenFromOutside {
  /** As readers get them, personal data open. */
  readonly documents: Documents;
  /** The log as `quad log` reads it, personal data sealed. */
  readonly log: readonly ReadEvent[];
  /** Users who read their own documents; of those of others nothing is known. */
  readonly readers: ReadonlySet<string>;
  /** Whether a user was erased; `undefined`: there is no such user. */
  erased(userId: string): Truth | undefined;
}

/** Circumstances of a refusal. */
export interface RefusalCase {
  readonly parts: Parts;
  /** Whether somebody meant such a command before the answer came: it may have landed before the refused one. */
  wasMeant(isSuch: (command: MeantCommand) => boolean): boolean;
  /** Whether the operator meant to erase somebody before the answer came. */
  wasErased(userId: string): boolean;
}

/** A search, and whether it finds something. */
export interface Searched {
  /** Parameters of the search but for the campus: the view (`show`), the words (`q`), and filters. */
  readonly asked: Readonly<Record<'show' | 'q', string>> & Readonly<Record<string, string>>;
  readonly key: string;
  /** Why nobody may find it; `null`: everybody of its campus must. */
  readonly gone: string | null;
}

/**
 * The promises to people by the answers that they got: no look into the log, so that a log which is wrong in itself is
 * found (`npm run crash`).
 */
export interface AnswersModel {
  /** Takes note of a command; they come in the order in which they were meant, and may be of other nouns. */
  take(command: AnsweredCommand, parts: Parts): void;
  /** By code: whether a refusal has a reason. A refusal with a code that is not here has none. */
  readonly reasons?: Readonly<Record<string, (refused: MeantCommand, refusal: RefusalCase) => boolean>>;
  /** The statements that follow, each with the problem if it does not hold, or `null`. */
  check(seen: SeenFromOutside, parts: Parts): Iterable<string | null>;
  /** The things that a search has to find, and those that none may find any more. A noun whose things are searched has it. */
  searched?(seen: SeenFromOutside, parts: Parts): Iterable<Searched>;
}

/** A statement of a check: its problem if it does not hold. */
export function expects(holds: boolean, problem: () => string): string | null {
  return holds ? null : problem();
}

/** The documents of a collection that are there, by key. */
export function documentsOf<Doc>({ documents }: SeenFromOutside, collection: string): ReadonlyMap<string, Doc> {
  const found = [...documents.all(collection)].filter(({ doc }) => doc !== null);
  return new Map(found.map(({ key, doc }) => [key, doc as Doc]));
}
