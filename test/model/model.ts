import type fc from 'fast-check';
import type { Reader } from '#domain/kernel/access.ts';
import type { DomainEvent, RecordedEvent } from '#domain/kernel/event.ts';
import type { Media } from '#domain/kernel/media.ts';
import type { LogBuilder } from '#test/projections/support/events.ts';
import type { World } from '../domain/world.ts';
import type { Act, Known, Order } from './acts.ts';
import type { AnswersModel } from './answers.ts';
import type { Documents } from './foundDocuments.ts';
import type { Parts } from './parts.ts';
import type { AnyRights } from './rights.ts';
import type { StoryModel } from './story.ts';

/**
 * A noun's model for the proofs, written a second time in the plainest code: its commands, its permitted events, the
 * documents that follow and their readers, and the acts of people. Property tests, simulation, crash, fuzz and bench
 * use it (`nouns.ts` lists all), so one model brings a noun into each of them.
 */
export interface NounModel {
  /** Its name in `domain/`. */
  readonly noun: string;
  /** Its rows of the access matrix: who may give each client command, and join each topic. */
  readonly rights: AnyRights;
  /** A generator for each of its commands, by type. */
  readonly commands: Readonly<Record<string, CommandModel>>;
  /** Event types of which stories have to reach several kinds. */
  readonly kinds?: Readonly<Record<string, EventKinds>>;
  /** Commands of the first people of a story, so that the others find something. */
  readonly prologue?: (who: number) => readonly Drawn[];
  /** The rule for the noun's events in the log. */
  readonly rule: Rule;
  /** The problem of any noun's event by a person whom the streams of this one bar; `null`: none. A noun with a bar has it. */
  readonly barred?: (happened: Happened, ledgers: Parts) => string | null;
  /** Steps of histories that the streams could have made. */
  readonly steps: Readonly<Record<string, HistoryStep>>;
  /** The documents that follow from a history. */
  readonly documents: (history: readonly RecordedEvent[]) => NaiveDocuments;
  /** Who may see a document, by collection. A collection missing here is never sent. */
  readonly access: Readonly<Record<string, MaySee>>;
  /** Codes of refusals whose reason passes with time, by what others do. */
  readonly passing?: readonly string[];
  /** Collections that are for the folds alone. */
  readonly hidden?: readonly string[];
  /** Files that a document names, by collection. */
  readonly files?: Readonly<Record<string, (doc: unknown) => NamedFiles>>;
  /** Folders of files of things that none of some people may read, by the history. */
  readonly unseenFiles?: (
    history: readonly { readonly type: string; readonly data: unknown }[],
    readers: ReadonlySet<string>,
  ) => Iterable<string>;
  /** Files of other nouns that this one keeps although theirs name them no longer, by the history. */
  readonly holds?: (history: readonly RecordedEvent[]) => Iterable<NamedFiles>;
  /** Consequences that are still missing when everything is quiet, because the house has to see to them (P6). */
  readonly unfinished?: (quiet: Quiet) => Iterable<string>;
  /** Money that is not where it belongs when everything is quiet, by what the payment provider has in its books. */
  readonly money?: (books: Books) => Iterable<string> | AsyncIterable<string>;
  /** The promises to people by the answers that they got. A noun with acts has it. */
  readonly answers?: AnswersModel;
  /** Topics that a person may follow, one of each kind, with its share. */
  readonly topics: (known: Known) => readonly (readonly [often: number, name: string])[];
  /** Topics that a page opens from one of its documents, where what is in them has no document of its own that leads there. */
  readonly leadsTo?: (document: { readonly collection: string; readonly doc: unknown }) => readonly string[];
  /** Acts of people. */
  readonly acts: Readonly<Record<string, Act>>;
  /** Orders at the server's own edges (a form of the account, the command line), where no page sends a command. */
  readonly orders?: Readonly<Record<string, Order>>;
  /** Its part in the troubles of the simulation. */
  readonly story?: StoryModel;
  /** Events of a large community, written straight to the log for measurements. */
  readonly bulk?: readonly Bulk[];
}

/** How a command is made in a random story of commands, valid mostly. */
export interface CommandModel<Fields = unknown> {
  /** A payload that the schema takes. */
  readonly lawful: Readonly<Record<string, unknown>>;
  /** Fields that came later: a payload from the outbox of an older page lacks them, and is taken. `null` says "none". */
  readonly later?: readonly string[];
  /** Fields that are always there, and may be `null`: "none". */
  readonly orNone?: readonly string[];
  /** Who is to give it; the story has others try it, too. */
  readonly by: 'visitor' | 'person' | 'house';
  /** Its share among the commands. */
  readonly often: number;
  /** Input of a person. */
  readonly fields: fc.Arbitrary<Fields>;
  /** The payload for the present world; `files` are uploaded for it. */
  payload(ask: Asked<Fields>): {
    readonly data: Record<string, unknown>;
    readonly files?: readonly Media[];
  };
  /** The owner of the command's target, who mostly gives the command. */
  readonly owner?: (ask: Pick<Asked, 'world' | 'pick'>) => string | undefined;
  /** It ends its target: no command on that succeeds afterwards. */
  readonly ends?: true;
  /** It may be acknowledged and change nothing. */
  readonly mayDoNothing?: true;
}

/** Input of a payload. Numbers pick among the existing things, so that stories reach deep. */
export interface Asked<Fields = unknown> {
  readonly world: World;
  readonly pick: number;
  readonly pick2: number;
  /** Campus of the site. */
  readonly campus: string;
  /** Id of the acting user; for a visitor or a part of the system some user. */
  readonly userId: string;
  readonly fields: Fields;
}

/** A command with its input. */
export interface Drawn {
  readonly type: string;
  readonly fields: unknown;
}

export interface EventKinds {
  readonly all: readonly string[];
  kindOf(event: DomainEvent): string;
}

/** Declares a generator; the type of its fields stays private. */
export function commandModel<Fields>(
  model: Omit<CommandModel<Fields>, 'often'> & { readonly often?: number },
): CommandModel {
  return { often: 1, ...model } as CommandModel<unknown>;
}

/** An event as rules read it. Personal data may be sealed or absent. */
export interface Happened {
  readonly stream: string;
  readonly event: DomainEvent;
  /** ISO instant. */
  readonly at: string;
  /** Id of the acting user, `visitor`, or the name of a part of the house. */
  readonly actor: string;
}

/** A violation in a log. */
export interface Unlawful {
  readonly problem: string;
  /** It is about other streams: a fact may be outrun by a moment where commands are decided at once. */
  readonly isAcross: boolean;
}

/** A rule for the log: a plain state machine over the events of one category of streams. */
export interface Rule {
  readonly category: string;
  check(happened: Happened, ledgers: Parts): Iterable<Unlawful | null>;
}

/** A problem, if something does not hold that its own stream decides. */
export function must(holds: boolean, problem: string): Unlawful | null {
  return holds ? null : { problem, isAcross: false };
}

/** A problem, if something does not hold that depends on other streams. */
export function mustAcross(holds: boolean, problem: string): Unlawful | null {
  return holds ? null : { problem, isAcross: true };
}

/** Whether a part of the house acted: no person and no visitor. */
export function isHouse(actor: string): boolean {
  return actor !== 'visitor' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(actor);
}

/** A personal list if it can be read; `null` if sealed or erased. */
export function readable<Items extends readonly unknown[]>(field: unknown): Items | null {
  return Array.isArray(field) ? (field as unknown as Items) : null;
}

/** A history in the making. */
export interface History {
  readonly log: LogBuilder;
  readonly parts: Parts;
}

/** A step of a history: `who` and `what` are numbers that pick among the existing things. */
export interface HistoryStep {
  /** Its share among the steps. */
  readonly often: number;
  readonly act: (history: History, who: number, what: number) => void;
}

/** Documents by a naive reading of a history: no folds, only sets and counting. */
export interface NaiveDocuments {
  /** Documents with the predicted fields; `null`: deleted. */
  readonly documents: Iterable<NaiveDocument>;
  /** Collections without any other document. */
  readonly whole?: readonly string[];
  /** Results of queries. */
  readonly windows?: Iterable<NaiveWindow>;
}

export interface NaiveDocument {
  readonly collection: string;
  readonly key: string;
  readonly doc: Readonly<Record<string, unknown>> | null;
}

export interface NaiveWindow {
  readonly collection: string;
  readonly query: string;
  readonly values: readonly string[];
  /** In their order. */
  readonly keys: readonly string[];
}

/** Documents in all their versions, as they were written. */
export interface DocumentHistory {
  /** The document as of a position: `null` deleted, `undefined` not created yet. */
  at(collection: string, key: string, position: string): unknown;
  /** The last content of a document before its deletion. */
  last(collection: string, key: string): unknown;
  /** Every document that ever was in a collection. */
  ever(collection: string): Iterable<unknown>;
}

/** Files of a folder, by name. */
export interface NamedFiles {
  /** Relative to `/images`. */
  readonly folder: string;
  readonly names: readonly string[];
}

/** A stored file, by its place. */
export interface StoredFile {
  /** Relative to `/images`. */
  readonly folder: string;
  readonly name: string;
}

/** A payment in the books of the provider: a page that was opened for it, or a charge of a kept card. */
export interface BookedPayment {
  /** Id of the session, or of the charge. */
  readonly id: string;
  readonly adId: string;
  /** Key of a charge; `null`: it is a page. */
  readonly key: string | null;
  readonly isPaid: boolean;
  readonly cents: number;
  readonly refunded: number;
  /** The log that knew of it was lost: a backup was put back. */
  readonly isLost: boolean;
}

/** The log of a server at rest, beside the books of the payment provider. */
export interface Books {
  readonly history: readonly RecordedEvent[];
  readonly booked: readonly BookedPayment[];
  /** The server's clock. */
  readonly now: Date;
}

/** A server at rest. */
export interface Quiet {
  readonly history: readonly RecordedEvent[];
  readonly documents: Documents;
  /** Stored files. */
  readonly uploads: readonly StoredFile[];
  /** Whether a noun holds a file of another. */
  readonly isHeld: (file: StoredFile) => boolean;
}

/** Whether a viewer may see a document as of a position. */
export type MaySee = (ask: {
  readonly viewer: Reader;
  readonly key: string;
  readonly doc: unknown;
  readonly position: string;
  readonly history: DocumentHistory;
}) => boolean;

/** A kind of append of a large community. */
export interface Bulk {
  /** Its share of the appends. */
  readonly often: number;
  /** Events appended to a new stream; `null`: they would change nothing, or have no target. */
  readonly append: (asked: BulkAsked) => BulkAppend | null;
}

export interface BulkAsked {
  readonly commandId: string;
  readonly actor: string;
  readonly campus: string;
  readonly parts: Parts;
  /** One of the things that were made so far, in their order, and is in the log by now; `undefined` without any. */
  readonly draw: <Thing>(made: readonly Thing[]) => Thing | undefined;
}

export interface BulkAppend {
  readonly stream: string;
  readonly events: readonly DomainEvent[];
}
