import type { AnyCollection } from '#projections/kernel/collection.ts';
import type { ArchiveEntries } from './archive/entries.ts';
import type { OwnRecord } from './archive/ownRecord.ts';
import type { CommandRate } from './fairness/rate.ts';
import type { ListPages } from './http/crawlers.ts';
import type { FirstPictures } from './http/firstPictures.ts';
import type { CreateFirstAnswers, FirstSearch, FirstView } from './http/firstView.ts';
import type { NewsSource } from './http/newsFeed.ts';
import type { Summarise } from './http/pageSummary.ts';
import type { PlainViewOf } from './http/plainView.ts';
import type { CreateRoutes } from './http/routeParts.ts';
import type { FileHold } from './media/holds.ts';
import type { NounFiles } from './media/nounFiles.ts';
import type { Dependents } from './reactors/dependents.ts';
import type { CreateDeadline, CreateReactor, CreateSweep } from './reactors/reactorParts.ts';
import type { ShelfUse } from './reactors/shelfSweep.ts';

/** The manifest of a noun on the server: its edges beside commands and topics, which need none. */
export interface ServerNoun {
  /** Its name in every room. */
  readonly name: string;
  /** Routes that belong to it alone. */
  readonly routes?: CreateRoutes;
  /**
   * Exact paths, in small letters, to which another machine sends messages that it has signed. They need no origin of ours,
   * and their body comes as the bytes that the signature is over.
   */
  readonly signedPaths?: readonly string[];
  /** Reactors to its events by name. The name identifies checkpoint and actor, so it never changes. */
  readonly reactors?: Readonly<Record<string, CreateReactor>>;
  /**
   * Names of those of its reactors that destroy what is kept of an erased person beside the log and the read models. An
   * order to erase waits for them, and for no others.
   */
  readonly erasers?: readonly string[];
  /** Names of those reactors that need a person's data one last time: an order to erase lets them come first. */
  readonly beforeErasure?: readonly string[];
  /** Sweeps that remove its leftovers, run a minute after the start, then once an hour. */
  readonly sweeps?: readonly CreateSweep[];
  /** Its secret records in the vault, on the shelf of its name. They go with the person whose they are. */
  readonly shelf?: ShelfUse;
  /** Its deadlines, each looked at with its own pace. */
  readonly deadlines?: readonly CreateDeadline[];
  /** How often one person may give some of its commands, beside the limit of all commands. */
  readonly rates?: readonly CommandRate[];
  /** Files that its events name. */
  readonly files?: NounFiles;
  /** Files of other nouns that it keeps. */
  readonly fileHolds?: readonly FileHold[];
  /** The entries of its events in the archive of the person whose data they hold (`archive/`). */
  readonly archive?: ArchiveEntries;
  /** Its collections in which a person's own document is under the person's id: they are in the archive, too. */
  readonly ownDocuments?: readonly AnyCollection[];
  /** Its part of a person's record, from those documents; the streams of the record are those of its name. */
  readonly ownRecord?: OwnRecord;
  /** Its things that end with those of other nouns. */
  readonly dependents?: readonly Dependents[];
  /**
   * Topics that a page shows in its first view; none for a path of other nouns. The page comes with their answers, so
   * that nothing has to be asked before it is drawn.
   */
  readonly firstView?: FirstView;
  /** The search that a page shows first, with the topics of its hits: the page comes with its answer, too. */
  readonly firstSearch?: FirstSearch;
  /** Answers to other requests that a page begins with, by address: the page comes with them. */
  readonly firstAnswers?: CreateFirstAnswers;
  /** Its pages for visitors whose browsers run no scripts; `null` for a path of other nouns. */
  readonly plainView?: PlainViewOf;
  /** Pictures at the top of its pages: a browser fetches them beside the page's code. */
  readonly firstPictures?: FirstPictures;
  /** Summaries of its pages for other sites, where their links are posted; `null` for a path of other nouns. */
  readonly summarise?: Summarise;
  /** Its pages that visitors may find by a search engine. */
  readonly listPages?: ListPages;
  /** Its news of a campus, for readers of news. */
  readonly news?: NewsSource;
}

/** Declares a noun on the server. */
export function defineServerNoun(noun: ServerNoun): ServerNoun {
  return noun;
}
