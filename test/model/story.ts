import type { Versioned } from '#projections/kernel/collection.ts';
import type { Logger } from '#server/observability/logging.ts';
import type { PaymentNotice, Payments } from '#server/ports/payments.ts';
import type { Dispatcher } from '#server/write/dispatcher.ts';
import type { Given, Known } from './acts.ts';
import type { Documents } from './foundDocuments.ts';

/**
 * What a noun gives to the stories of the simulation beside its acts: the troubles there (`test/proof/simulate`) name
 * no noun, and draw what they are about from here. The crash run and the fuzzer use parts of it.
 */
export interface StoryModel {
  /** Makes windows so small that stories reach beyond them. */
  readonly shortWindows?: () => void;
  /** The things that are there when a story begins. */
  readonly beginning?: (cast: Cast) => Promise<void>;
  /** Topics of a campus that its people have open from the start. */
  readonly front?: (campus: string) => readonly string[];
  /** A command that a member may give at any time, whose effect others see. */
  readonly anytime?: (known: Known) => Given;
  /** Two commands that meet, of which the second takes away what the first one relies on; `null`: there is no target. */
  readonly meeting?: (known: Known) => Meeting | null;
  /** A command that takes a thing away from everybody, with what stands below it; `null`: there is no such thing. */
  readonly ending?: (known: Known) => Ending | null;
  /** Commands of one person that change something to and fro. */
  readonly wavering?: (known: Known) => readonly Given[];
  /** A document that people see, with a wrong value as a fault of the disk would leave it; `null`: there is none. */
  readonly damaged?: (documents: Documents, pick: number) => Damaged | null;
  /** Whether somebody may sign in after an event of the stream `<noun>-<user>`, by the event's type. */
  readonly admits?: Readonly<Record<string, Admits>>;
  /** Scenes between several people, by name. */
  readonly scenes?: Readonly<Record<string, Scene>>;
  /** Takes a message of the payment provider at an edge, once its signature is known to be good. */
  readonly takesNotice?: (notice: PaymentNotice, edge: Edge) => Promise<void>;
}

/** The parts of a server's process that its edges work with. */
export interface Edge {
  readonly dispatcher: Dispatcher;
  readonly payments: Payments;
  readonly clock: () => Date;
  readonly logger: Logger;
}

/** A card, by what its bank says: to its owner, and when it is charged without them. */
export type Card = 'good' | 'declined' | 'declined later';

/** The payment provider, as the people see it who pay on its pages, and the operator who gives money back there. */
export interface Cashier {
  /** Pays on a page. @returns whether the money went */
  pay(url: string, card: Card): boolean;
  /** Gives a payment back, whole or in part: one of all, by a number that picks. */
  giveBack(pick: number): void;
  /** Most requests fail for a while, before they have an effect or after it. */
  falters(): void;
}

/** A document with a fault, and a topic by which people see it. */
export interface Damaged {
  readonly document: Versioned;
  readonly topic: string;
}

/** `never` is not taken back. */
export type Admits = 'again' | 'no' | 'never';

/** The people of a beginning. */
export interface Cast {
  /** Members of the open campus, and of the private one. */
  readonly ou: readonly string[];
  readonly ut: readonly string[];
  /** Ids of the things of a noun that were begun so far, oldest first. */
  things(noun: string): readonly string[];
  /** Gives a command as one of them. @returns its effective id */
  give(by: string, campus: 'ou' | 'ut', command: Pick<Given, 'type' | 'data'>): Promise<string>;
}

export interface Meeting {
  readonly first: Given;
  /** User who gives the second one. */
  readonly by: string;
  readonly second: Given;
}

export interface Ending {
  /** User who gives it. */
  readonly by: string;
  readonly command: Given;
  /** Topics below the thing: nobody may read them from then on. */
  readonly topics: readonly string[];
}

/** A scene between several people. */
export interface Scene {
  /** Its share among the troubles. */
  readonly often: number;
  readonly play: (stage: Stage, pick: number) => Promise<void>;
}

/** An outcome as its giver got it. */
export type Got = { readonly ok: true; readonly position: string | null } | { readonly ok: false };

/** Everything that a scene can do. */
export interface Stage {
  /** User whom it is about; never the moderator. */
  readonly me: string;
  /** A moderator, unless dismissed meanwhile. */
  readonly moderator: string;
  readonly known: Known;
  /** Gives a command in a page; `null`: nobody is logged in there. */
  gives(who: 'me' | 'moderator', command: Pick<Given, 'type' | 'data'>): Promise<Got> | null;
  /** Gives a command of `me` at an edge, past all pages. */
  orders(command: Pick<Given, 'type' | 'data'>): Promise<Got>;
  /**
   * Gives a command of `me` that must be refused with a code, past all pages.
   *
   * @param after position of the event that forbids it
   * @param permits stream and type of a later event that permits it again
   */
  mustNot(
    command: Pick<Given, 'type' | 'data'>,
    code: string,
    after: string,
    permits: { readonly stream: string; readonly type: string },
  ): Promise<void>;
  logsIn(): void;
  /** Waits for a moment. */
  soon(): Promise<void>;
  /** Waits for milliseconds. */
  waits(milliseconds: number): Promise<void>;
  readonly cashier: Cashier;
  /** Asks the server for something at an edge, once; `null`: it was refused, or not answered. */
  asks<Answer>(ask: (edge: Edge) => Promise<Answer>): Promise<Answer | null>;
  /** Lets time go by without a server, and starts it anew. */
  comesBackAfter(milliseconds: number): Promise<void>;
}
