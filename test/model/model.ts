import type fc from 'fast-check';
import type { Viewer } from '#domain/kernel/access.ts';
import type { DomainEvent, RecordedEvent } from '#domain/kernel/event.ts';
import type { Media } from '#domain/kernel/media.ts';
import type { LogBuilder } from '#test/projections/support/events.ts';
import type { World } from '../domain/world.ts';
import type { Parts } from './parts.ts';

/**
 * Everything that the proofs know of a noun, written once more in the plainest code: what can be asked of it, what may
 * follow, what is then to be seen and by whom, and what people do with it. Property tests, simulation, crash, fuzz and
 * bench draw on it (`nouns.ts` lists all), so a noun is in each of them by one model.
 */
export interface NounModel {
  /** Its name in `domain/`. */
  readonly noun: string;
  /** A generator for each of its commands, by type. */
  readonly commands: Readonly<Record<string, CommandModel>>;
  /** Event types of which a story is to reach several kinds. */
  readonly kinds?: Readonly<Record<string, EventKinds>>;
  /** What the first people of a story do, so that the others find something. */
  readonly prologue?: (who: number) => readonly Drawn[];
  /** What may stand in the log. */
  readonly rule: Rule;
  /** Steps of histories that the streams could have made. */
  readonly steps: Readonly<Record<string, HistoryStep>>;
  /** What a history makes of its documents. */
  readonly documents: (history: readonly RecordedEvent[]) => NaiveDocuments;
  /** Who may see a document, by collection. A collection that is not here is sent to nobody. */
  readonly access: Readonly<Record<string, MaySee>>;
  /** Collections that are for the folds alone. */
  readonly hidden?: readonly string[];
  /** Topics that somebody may look at, one of each kind, with its share. */
  readonly topics: (known: Known) => readonly (readonly [often: number, name: string])[];
  /** What people do with it. */
  readonly acts: Readonly<Record<string, Act>>;
  /** What a great many people leave of it in the log, written straight to it to be measured. */
  readonly bulk?: readonly Bulk[];
}

/** How a command is made in a random story of commands, valid mostly. */
export interface CommandModel<Fields = unknown> {
  /** A payload that the schema takes. */
  readonly lawful: Readonly<Record<string, unknown>>;
  /** Who is to give it; the story has others try it, too. */
  readonly by: 'visitor' | 'person' | 'house';
  /** Its share among the commands. */
  readonly often: number;
  /** What people fill in. */
  readonly fields: fc.Arbitrary<Fields>;
  /** The payload for the world as it is; `files` are uploaded for it. */
  payload(ask: Asked<Fields>): {
    readonly data: Record<string, unknown>;
    readonly files?: readonly Media[];
  };
  /** Who owns the thing that the command is about: mostly they give it. */
  readonly owner?: (ask: Pick<Asked, 'world' | 'pick'>) => string | undefined;
  /** It ends what it is about: nothing can be done with that afterwards. */
  readonly ends?: true;
  /** It may be acknowledged and change nothing. */
  readonly mayDoNothing?: true;
}

/** What a payload is made from. Numbers pick among what there is, so that stories reach deep. */
export interface Asked<Fields = unknown> {
  readonly world: World;
  readonly pick: number;
  readonly pick2: number;
  /** Campus of the site. */
  readonly campus: string;
  /** Whoever acts; for a visitor or the house some user. */
  readonly userId: string;
  readonly fields: Fields;
}

/** A command with what was filled in. */
export interface Drawn {
  readonly type: string;
  readonly fields: unknown;
}

export interface EventKinds {
  readonly all: readonly string[];
  kindOf(event: DomainEvent): string;
}

/** Declares a generator; what its fields are stays its own affair. */
export function commandModel<Fields>(
  model: Omit<CommandModel<Fields>, 'often'> & { readonly often?: number },
): CommandModel {
  return { often: 1, ...model } as CommandModel<unknown>;
}

/** An event as rules read it. Personal data may be sealed or gone. */
export interface Happened {
  readonly stream: string;
  readonly event: DomainEvent;
  /** ISO instant. */
  readonly at: string;
  /** Id of the acting user, `visitor`, or the name of a part of the house. */
  readonly actor: string;
}

/** Something that must not stand in a log. */
export interface Unlawful {
  readonly problem: string;
  /** It is about other streams: a fact may be outrun by a moment where commands are decided at once. */
  readonly isAcross: boolean;
}

/** What may stand in the log: a plain state machine over the events of one category of streams. */
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

/** What of a personal list can be read; sealed or erased it is `null`. */
export function readable<Items extends readonly unknown[]>(field: unknown): Items | null {
  return Array.isArray(field) ? (field as unknown as Items) : null;
}

/** A history in the making. */
export interface History {
  readonly log: LogBuilder;
  readonly parts: Parts;
}

/** What a step of a history appends: `who` and `what` are numbers that pick among what there is. */
export interface HistoryStep {
  /** Its share among the steps. */
  readonly often: number;
  readonly act: (history: History, who: number, what: number) => void;
}

/** What a naive reading of a history says of documents: no folds, only sets and counting. */
export interface NaiveDocuments {
  /** Documents with the fields that are said of them; `null`: it is gone. */
  readonly documents: Iterable<NaiveDocument>;
  /** Collections in which no other document stands. */
  readonly whole?: readonly string[];
  /** What queries answer. */
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
  /** What a document was as of a position: `null` gone, `undefined` not there yet. */
  at(collection: string, key: string, position: string): unknown;
  /** What a document was when it was last there. */
  last(collection: string, key: string): unknown;
  /** Everything that ever stood in a collection. */
  ever(collection: string): Iterable<unknown>;
}

/** Whether a viewer may see a document as of a position. */
export type MaySee = (ask: {
  readonly viewer: Viewer;
  readonly key: string;
  readonly doc: unknown;
  readonly position: string;
  readonly history: DocumentHistory;
}) => boolean;

/** What somebody who acts can know. */
export interface Known {
  /** Id of whoever acts; of somebody for a visitor. */
  readonly me: string;
  readonly campus: string;
  /** Users that there are. */
  readonly people: readonly string[];
  /** Whether commands may also be such as a rule refuses. */
  readonly mayErr: boolean;
  /** Documents of a collection as far as they are known; `doc` is `null` for what is gone. */
  all<Doc>(collection: string): readonly { readonly key: string; readonly doc: Doc | null }[];
  /** A whole number from 0 up to a limit, drawn anew. */
  draw(below: number): number;
  /** Words to write. */
  words(): string;
}

/** Something that people do, as a command; `null`: there is nothing to do it with. */
export interface Act {
  /** Its share among the acts. */
  readonly often: number;
  readonly command: (known: Known) => Given | null;
}

export interface Given {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Files that are uploaded for it. */
  readonly files?: number;
  /** Code of the refusal that a mistake made on purpose must get. */
  readonly mistake?: string;
  /** What others may act on once it is acknowledged, by the id that it has then. */
  readonly makes?: (key: string) => Made;
}

/** A thing that somebody made, with what others have to know of it. */
export interface Made {
  readonly collection: string;
  readonly doc: Readonly<Record<string, unknown>>;
}

/** A kind of append of a large community. */
export interface Bulk {
  /** Its share of what people do; those of all models add up to 1. */
  readonly share: number;
  /** What is appended to a stream that is not there yet; `null`: it would change nothing. */
  readonly append: (asked: BulkAsked) => BulkAppend | null;
}

export interface BulkAsked {
  readonly commandId: string;
  readonly actor: string;
  readonly campus: string;
  /** A post that is in the log by then, and its author; `null` at the beginning. */
  readonly about: { readonly key: string; readonly author: string } | null;
  readonly parts: Parts;
}

export interface BulkAppend {
  readonly stream: string;
  readonly events: readonly DomainEvent[];
}

/** One of the items; `undefined` without any. */
export function drawFrom<T>({ draw }: Pick<Known, 'draw'>, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : items[draw(items.length)];
}

/** One of the items by its share; `undefined` without any. */
export function drawByShare<T>({ draw }: Pick<Known, 'draw'>, items: readonly (readonly [often: number, item: T])[]) {
  let left = draw(items.reduce((sum, [often]) => sum + often, 0));
  for (const [often, item] of items) {
    left -= often;
    if (left < 0) return item;
  }
  return undefined;
}
