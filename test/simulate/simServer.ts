import type { Actor } from '#domain/kernel/decider.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { foldBatch, readsOfBatch } from '#projections/engine/foldBatch.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { Post } from '#projections/post/collections.ts';
import { collections, foldTable, foldVersion } from '#projections/registry.ts';
import type { CommandAnswer, Refused } from '#projections/sync/protocol.ts';
import type { AppendFault } from '#server/adapters/memory/eventStore.ts';
import { createMemoryReadStore } from '#server/adapters/memory/readStore.ts';
import { type ClientCommands, type ClientOrigin, createClientCommands } from '#server/dispatch/clientCommands.ts';
import type { Dispatcher } from '#server/dispatch/dispatcher.ts';
import type { Outcome } from '#server/dispatch/outcome.ts';
import { createHub, type Hub } from '#server/hub/hub.ts';
import { silentLogger } from '#server/logging.ts';
import { type DispatchRig, dispatchRig } from '#test/server/support/dispatchRig.ts';
import { idOf, SYSTEM, userActor, VISITOR } from '#test/server/support/people.ts';
import type { VirtualTime } from './virtualTime.ts';

/** Events that the projector takes at once, at most: small, so that runs cut histories in many ways. */
const BATCH_EVENTS = 7;
/** Milliseconds that a read may take. */
const STORE_MS = 12;
/** Milliseconds after which an append that timed out may land, at most: less than a fence waits for. */
const LATE_MS = 20_000;
/** Milliseconds after which a reactor has done its work, at most. */
const REACTOR_MS = 500;
/** Times that what the server itself orders is tried while the disk does not answer. */
const TRIES = 5;

/** The server's side of a simulation: real dispatcher, folds, read store in memory and hub. */
export class SimServer {
  readonly rig: DispatchRig;
  readonly store = createMemoryReadStore({ collections: [...collections.values()], foldVersion });
  readonly time: VirtualTime;
  readonly #random: () => number;
  /** Users who have no session any more. */
  readonly signedOut = new Set<string>();
  /** Errors that are no one's fault but the program's. */
  readonly errors: unknown[] = [];
  /** Milliseconds that the server's wall clock is off. */
  #clockOffset = 0;
  #dispatcher: Dispatcher;
  #commands: ClientCommands;
  #hub: Hub | null = null;
  /** The hub starts and stops one after the other. */
  #change: Promise<void> = Promise.resolve();
  #isProjecting = false;
  #areCommandsSlow = false;
  /** Commands that reached the dispatcher, by their client id, in order. */
  readonly taken: string[] = [];

  constructor(time: VirtualTime, random: () => number) {
    this.time = time;
    this.#random = random;
    this.rig = dispatchRig(undefined, {
      now: () => new Date(this.time.clock.now() + this.#clockOffset),
      advance: (milliseconds) => {
        this.#clockOffset += milliseconds;
      },
    });
    this.#dispatcher = this.rig.dispatcher;
    this.#commands = this.#clientCommands();
  }

  get hub(): Hub | null {
    return this.#hub;
  }

  /** Starts the hub (again): an earlier one is gone with everything that it knew. */
  startHub(): Promise<void> {
    this.#change = this.#change.then(async () => {
      await this.#close();
      const hub = createHub({
        store: this.#slowStore(),
        collections,
        dispatch: (body, from) => this.#dispatch(body, from),
        clock: this.time.clock,
        logger: silentLogger,
      });
      await hub.start();
      this.#hub = hub;
    });
    return this.#change;
  }

  /** The process dies and another one begins: what was in its memory is gone, the stores stay. */
  restartProcess(): Promise<void> {
    this.#dispatcher = this.rig.restart();
    this.#commands = this.#clientCommands();
    return this.startHub();
  }

  /**
   * Somebody is erased; the reactor that ends the person's sessions comes round after a while.
   * @throws Unavailable
   */
  async erase(id: string, userId: string): Promise<void> {
    await this.try(SYSTEM, id, 'EraseUser', { userId });
    this.time.after(this.#random() * REACTOR_MS, () => {
      this.signedOut.add(userId);
      this.hub?.endUser(userId);
    });
  }

  /** The next append times out; one that is late lands after a while. */
  failNextAppend(fault: AppendFault): void {
    this.rig.store.faults.failNextAppend(fault);
    if (fault !== 'lands-late') return;
    this.time.after(this.#random() * LATE_MS, () => {
      this.rig.store.faults.landLate();
      this.projectSoon();
    });
  }

  #clientCommands(): ClientCommands {
    return createClientCommands({
      dispatcher: this.#dispatcher,
      clock: () => new Date(this.time.clock.now()),
      onError: (error) => {
        if (!(error instanceof Unavailable)) this.errors.push(error);
      },
    });
  }

  /** Whether time passes while a command is decided: it may take for ever. */
  commandsTakeVirtualTime(areSlow: boolean): void {
    this.#areCommandsSlow = areSlow;
  }

  stopHub(): Promise<void> {
    this.#change = this.#change.then(() => this.#close());
    return this.#change;
  }

  async #close(): Promise<void> {
    const hub = this.#hub;
    this.#hub = null;
    await hub?.close();
  }

  async #dispatch(body: unknown, from: ClientOrigin): Promise<CommandAnswer | Refused> {
    this.taken.push(String((body as { id?: unknown }).id));
    const answering = this.#commands(body, from);
    const answer = await (this.#areCommandsSlow ? answering : this.time.during(answering));
    this.projectSoon();
    return answer;
  }

  /** Gives a command past the hub. @throws Error when a rule refuses it */
  async give(actor: Actor, id: string, type: string, data: unknown, campus = 'ou'): Promise<void> {
    const outcome = await this.try(actor, id, type, data, campus);
    if (!outcome.ok) throw new Error(`${type} was refused: ${outcome.rejection.code}`);
  }

  /** Gives a command past the hub, whatever becomes of it. */
  async try(actor: Actor, id: string, type: string, data: unknown, campus = 'ou'): Promise<Outcome> {
    const { origin = 'client', version = 1 } = commandDefinitions[type] ?? {};
    for (let tries = 1; ; tries += 1) {
      try {
        const outcome = await this.#dispatcher.dispatch({ id, type, version, data }, { actor, campus, origin });
        this.projectSoon();
        return outcome;
      } catch (error) {
        if (!(error instanceof Unavailable) || tries === TRIES) throw error;
      }
    }
  }

  /** Posts and comments that were ever there. */
  get posts(): readonly Versioned<Post>[] {
    return [...this.store.documents.all('posts')] as Versioned<Post>[];
  }

  /** Someone with a confirmed address at a school, who joins it unless told otherwise. */
  async register(word: string, campus: 'ou' | 'ut', joins = true): Promise<string> {
    const email = `${word}@${campus === 'ou' ? 'ou.edu' : 'utexas.edu'}`;
    const id = idOf(`register ${word}`);
    await this.give(VISITOR, id, 'RegisterUser', { email, name: 'Ada Lovelace', acceptedTerms: true });
    const commandId = effectiveCommandId('visitor', id);
    const userId = newId(commandId, 0);
    await this.give(userActor(userId), idOf(`confirm ${word}`), 'ConfirmEmail', { codeId: newId(commandId, 1) });
    if (joins) await this.join(userId, word, campus, email);
    return userId;
  }

  async join(userId: string, word: string, campus: 'ou' | 'ut', email: string): Promise<void> {
    await this.give(userActor(userId), idOf(`join ${word} ${campus}`), 'JoinWithConfirmedEmail', { campus, email });
  }

  /** The read store as the hub sees it: what it reads takes its time, and things happen meanwhile. */
  #slowStore(): ReadStore {
    const later = <T>(read: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        this.time.after(this.#random() * STORE_MS, () => read().then(resolve, reject));
      });
    const { store } = this;
    return {
      generation: store.generation,
      checkpoint: () => store.checkpoint(),
      get: (refs) => later(() => store.get(refs)),
      query: (...query) => later(() => store.query(...query)),
      leftSince: (topic, position) => later(() => store.leftSince(topic, position)),
      load: (reads) => store.load(reads),
      commit: (batch) => store.commit(batch),
      rowsAfter: (position, limit) => later(() => store.rowsAfter(position, limit)),
      feedFloor: () => store.feedFloor(),
      parked: () => store.parked(),
      close: () => store.close(),
    };
  }

  /** The projector comes round after a while. */
  projectSoon(): void {
    this.time.after(this.#random() * 40, () => void this.project());
  }

  /** Folds everything that is new, commits it and tells the hub. */
  async project(): Promise<void> {
    if (this.#isProjecting) return;
    this.#isProjecting = true;
    try {
      for (;;) {
        const from = await this.store.checkpoint();
        const limit = 1 + Math.floor(this.#random() * BATCH_EVENTS);
        const events = await this.time.during(this.rig.log.readAll(from, limit));
        if (events.length === 0) return;
        const loaded = await this.store.load(readsOfBatch(foldTable, events));
        const commit = foldBatch(foldTable, from, events, loaded, new Map());
        this.errors.push(...commit.parked.map(({ error }) => error));
        await this.store.commit(commit);
        await this.#hub?.publish(commit);
      }
    } finally {
      this.#isProjecting = false;
    }
  }

  /** Everything that happened. */
  async events(): Promise<readonly RecordedEvent[]> {
    return this.rig.log.readAll(START, Number.MAX_SAFE_INTEGER);
  }
}
