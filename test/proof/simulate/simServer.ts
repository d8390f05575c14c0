import type { Actor } from '#domain/kernel/actor.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { START } from '#projections/engine/eventLog.ts';
import type { BuildReport } from '#projections/engine/rebuild.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { projections } from '#projections/registry.ts';
import type { AppendFault, MeantAppend } from '#server/engines/memory/eventStore.ts';
import type { MemoryReadStore } from '#server/engines/memory/readStore.ts';
import { countedPositions, type PositionCodec } from '#server/engines/position.ts';
import type { Hub } from '#server/hub/hub.ts';
import type { PaymentNotice } from '#server/ports/payments.ts';
import type { OpenReads } from '#server/read/openReads.ts';
import type { Dispatcher } from '#server/write/dispatcher.ts';
import type { Outcome } from '#server/write/outcome.ts';
import { idOf, originOf, userActor, VISITOR } from '#test/server/support/people.ts';
import { Life } from './life.ts';
import { SimClocks } from './simClocks.ts';
import { type Backup, SimDisk } from './simDisk.ts';
import { SimProvider } from './simPayments.ts';
import { askOnce, ended, isOver, SimProcess, started } from './simProcess.ts';
import { isExpected, isTakenOver } from './simStores.ts';
import { createRandom, type VirtualTime } from './virtualTime.ts';

/** Milliseconds after which an append that timed out may land, at most: less than a fence waits for. */
const LATE_MS = 20_000;
/** Milliseconds for which a process that is taken for dead goes on beside its successor, at most. */
const TAKEN_FOR_DEAD_MS = 8_000;
/** Share of crashes, with two processes, of the one beside. */
const CRASHES_BESIDE = 0.5;
/** Milliseconds in which a session may be renewed. */
const SESSION_MS = 30 * 24 * 3_600_000;

/** The kind of a simulated server. */
export interface SimServerOptions {
  /** How the log writes positions. */
  readonly positions?: PositionCodec;
  /** Factor on the duration of store calls; 0: they take no time. */
  readonly slowness?: number;
  /** Whether a second process runs beside the one with projector and reactors. */
  readonly hasTwo?: boolean;
}

/**
 * The server's side of a simulation: stores that stay, and one process after the other. In some stories a second one
 * runs beside it, which takes commands and connections only; both have caches of their own, and neither is a sole
 * writer.
 */
export class SimServer {
  readonly disk: SimDisk;
  readonly time: VirtualTime;
  /** Where people pay: it is not of the server, and has a clock that is right. */
  readonly provider: SimProvider;
  readonly #random: () => number;
  readonly #slowness: number;
  /** Errors that are no one's fault but the program's. */
  readonly errors: unknown[] = [];
  /** Projections with a document that differs from the log, until a rebuild has corrected it. */
  readonly #damaged = new Set<string>();
  /** Times that a document was damaged. */
  damages = 0;
  isBuilding = false;
  /** Result of the last comparison of the read models with the log. */
  verified: BuildReport | null = null;
  /** Commands that lost an effect when a backup was restored. */
  readonly lost = new Set<string>();
  /** Client ids of the commands that reached the dispatcher, in order. */
  readonly taken: string[] = [];
  /** Dispatches past all processes, at once and without faults: for the state before a story. */
  #aside: Dispatcher;
  readonly clocks: SimClocks;
  readonly clock: () => Date;
  #process: SimProcess | null = null;
  #beside: SimProcess | null = null;
  readonly #running = new Set<SimProcess>();
  readonly hasTwo: boolean;
  /** Processes start and stop one after the other. */
  #change: Promise<void> = Promise.resolve();
  #signIns = 0;
  #uploads = 0;
  #areCommandsHeld = false;

  constructor(
    time: VirtualTime,
    random: () => number,
    { positions = countedPositions, slowness = 1, hasTwo = false }: SimServerOptions = {},
  ) {
    this.hasTwo = hasTwo;
    this.clocks = new SimClocks(time);
    this.clock = this.clocks.server;
    this.disk = new SimDisk(positions);
    this.time = time;
    this.#random = random;
    this.#slowness = slowness;
    this.#aside = this.disk.dispatcherAt(this.clock, time.clock.now);
    const parts = { time, random: createRandom(1), now: this.clocks.right };
    this.provider = new SimProvider({ ...parts, deliver: (notice) => this.#take(notice) });
  }

  /** Sets the wall clock forth or back; machines that share a vault agree on the time, so none of theirs goes back. */
  stepClock(milliseconds: number): void {
    if (milliseconds > 0 || !this.hasTwo) this.clocks.step(milliseconds);
  }

  get store(): MemoryReadStore {
    return this.disk.readModels;
  }

  /** The process with projector and reactors, if it takes connections; else `null`. */
  get process(): SimProcess | null {
    return this.#process?.isListening === true ? this.#process : null;
  }

  /** A process that takes connections, as a load balancer draws it; `null` while none does. @param avoided not this one, if there is another */
  drawProcess(avoided: SimProcess | null = null): SimProcess | null {
    const all = [this.#process, this.#beside].filter((each) => each?.isListening === true);
    const others = all.filter((each) => each !== avoided);
    const listening = others.length > 0 ? others : all;
    const place = listening.length < 2 ? 0 : Math.floor(this.#random() * listening.length);
    return listening[place] ?? null;
  }

  get hub(): Hub | null {
    return this.process?.hub ?? null;
  }

  // ---- processes ----

  /** Ends the processes in order, if any run, and starts others. */
  start(): Promise<void> {
    return this.#then(async () => {
      await this.#end();
      await this.#begin();
    });
  }

  stop(): Promise<void> {
    return this.#then(() => this.#end());
  }

  /** Kills a process at any point and starts another: its memory is lost. */
  crash(): void {
    if (this.hasTwo && this.#random() < CRASHES_BESIDE) {
      this.#beside?.life.end();
      void this.#then(async () => void (isOver(this.#beside) && (await this.#beginBeside())));
    } else this.crashFirst();
  }

  /** Kills the process with the projector, at any point. */
  crashFirst(): void {
    this.#process?.life.end();
    // A change that was under way may have begun another one since.
    const begin = async () => void (isOver(this.#process) && (await this.#beginFirst()));
    void (this.hasTwo ? this.#then(begin) : this.start());
  }

  /**
   * Another process takes over from one that only seems to be dead: for a while two projectors and two of each reactor
   * run. Which of them stop, their checkpoints decide; in the end the operator starts it anew.
   */
  async replaceLiving(): Promise<void> {
    if (this.isBuilding) return;
    const old = this.#process;
    this.#process = null;
    await this.#then(() => this.#beginFirst());
    this.time.after(this.#random() * TAKEN_FOR_DEAD_MS, () => {
      old?.life.end();
      void this.#then(async () => {
        await ended(this.#process);
        await this.#beginFirst();
      });
    });
  }

  /** Ends all processes at once. */
  kill(): void {
    for (const process of this.#running) process.life.end();
  }

  /**
   * A release with other folds takes over: it builds those of one projection from the log before it listens. The others
   * stay as they are, and so does a document of them that is damaged.
   */
  release(): Promise<void> {
    return this.#then(async () => {
      await this.#end();
      this.disk.installRelease();
      // Documents of the projection with other folds are folded again; all others are carried over unchanged.
      for (const projection of await this.store.stale()) this.#damaged.delete(projection);
      await this.#begin();
    });
  }

  /**
   * Loses the machine and continues on another from a backup: later events are lost, and their positions are assigned
   * again. A backup of a lost log is not used.
   *
   * @param withReadModels whether the backup includes them; else the present ones stay, with documents of lost events
   */
  async restore(backup: Backup, withReadModels: boolean): Promise<void> {
    if (backup.restores !== this.disk.restores) return;
    this.kill();
    await this.#then(async () => {
      if (backup.restores !== this.disk.restores) return;
      await this.#end();
      const kept = backup.log.events.length;
      for (const { meta } of this.disk.events.backup().events.slice(kept)) this.lost.add(meta.commandId);
      this.disk.restore(backup, withReadModels);
      this.provider.forgotten(JSON.stringify(backup.log.events));
      this.#aside = this.disk.dispatcherAt(this.clock, this.time.clock.now);
      await this.#begin();
    });
  }

  #then(change: () => Promise<void>): Promise<void> {
    const changed = this.#change.then(change).catch((error: unknown) => void this.errors.push(error));
    this.#change = changed;
    return changed;
  }

  async #begin(): Promise<void> {
    await this.#beginFirst();
    if (this.hasTwo) await this.#beginBeside();
  }

  async #beginFirst(): Promise<void> {
    this.#process = this.#newProcess(false);
    await started(this.#process);
  }

  async #beginBeside(): Promise<void> {
    this.#beside = this.#newProcess(true);
    const starting = started(this.#beside);
    // It waits for read models that the first process was killed over: that one starts again after this change.
    if ((await this.store.stale()).length > 0) void starting.catch((error: unknown) => void this.errors.push(error));
    else await starting;
  }

  #newProcess(isBeside: boolean): SimProcess {
    const { time, disk, clock, hasTwo } = this;
    const random = this.#random;
    const life = new Life(time, random, this.#slowness);
    const process = new SimProcess({
      ...{ disk, life, time, random, clock, isBeside, isSoleWriter: !hasTwo, provider: this.provider },
      around: (commands) => (body, from) => {
        this.taken.push(String((body as { id?: unknown }).id));
        return this.#areCommandsHeld ? new Promise(() => undefined) : commands(body, from);
      },
      onError: (error) => {
        // With two at work, a checkpoint stops one of them.
        if (!hasTwo || !isTakenOver(error)) this.errors.push(error);
      },
    });
    this.#running.add(process);
    void life.over.then(() => this.#running.delete(process));
    return process;
  }

  async #take(notice: PaymentNotice): Promise<boolean> {
    const taken = askOnce(this.drawProcess(), (process) => process.takeNotice(notice).then(() => true));
    return (await taken.catch((error: unknown) => void this.errors.push(error))) ?? false;
  }

  async #end(): Promise<void> {
    for (const process of [this.#beside, this.#process]) await ended(process);
    this.kill();
    this.#process = null;
    this.#beside = null;
  }

  // ---- read models ----

  /** Builds the read models anew while the process serves. */
  async rebuild(): Promise<void> {
    await this.#build(async (process) => {
      await process.rebuild();
      this.#damaged.clear();
    });
  }

  /** Compares the read models with the log, as `quad verify` does it. */
  async verify(): Promise<void> {
    await this.#build(async (process) => {
      this.verified = await process.verify();
    });
  }

  /** A build that conflicts with another, or whose process ended, has no result. */
  async #build(work: (process: SimProcess) => Promise<void>): Promise<void> {
    const { process } = this;
    if (process === null || this.isBuilding) return;
    this.isBuilding = true;
    try {
      await Promise.race([work(process), process.life.over]);
    } catch (error) {
      if (!isExpected(error)) this.errors.push(error);
    } finally {
      this.isBuilding = false;
    }
  }

  // ---- faults ----

  /** Damages a document of the read models, like a fault of the disk or of an earlier release. */
  damage(document: Versioned): void {
    const isOwner = ({ collections: own }: Projection) => own.some(({ name }) => name === document.collection);
    const owner = projections.find(isOwner);
    if (owner === undefined) throw new Error(`No projection has the collection ${document.collection}.`);
    this.store.documents.put(document);
    this.#damaged.add(owner.name);
    this.damages += 1;
  }

  /** Whether a document of the read models differs from the log and no rebuild has corrected it yet. */
  get isDamaged(): boolean {
    return this.#damaged.size > 0;
  }

  /** The next append, or the next one that is meant, times out; one that is late lands after a while. */
  failNextAppend(fault: AppendFault, meant?: MeantAppend): void {
    const { faults } = this.disk.events;
    faults.failNextAppend(fault, meant);
    if (fault === 'lands-late') this.time.after(this.#random() * LATE_MS, () => void faults.landLate());
  }

  // ---- sessions ----

  /** Signs a user in with a browser. @returns the session */
  signIn(userId: string, browser: string): string {
    this.#signIns += 1;
    const sessionId = `${browser} ${this.#signIns}`;
    const at = this.clock();
    void this.disk.vault.sessions.add({
      ...{ sessionId, userId, generation: 0, device: browser, campus: 'ou' },
      createdAt: at.toISOString(),
      rotatedAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + SESSION_MS).toISOString(),
    });
    return sessionId;
  }

  // ---- commands ----

  /** Whether commands get no answer at all. */
  holdCommands(areHeld: boolean): void {
    this.#areCommandsHeld = areHeld;
  }

  /** Gives a command past all processes. @throws Error when a rule refuses it */
  async give(actor: Actor, id: string, type: string, data: unknown, campus = 'ou'): Promise<void> {
    const { version = 1 } = commandDefinitions[type] ?? {};
    const origin = originOf(actor, type);
    const outcome: Outcome = await this.#aside.dispatch({ id, type, version, data }, { actor, campus, origin });
    if (!outcome.ok) throw new Error(`${type} was refused: ${outcome.rejection.code}`);
  }

  /** A person with a confirmed address at a school, who joins it unless `joins` is false. */
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

  // ---- what there is ----

  /** Stores a file under a new name. */
  keepUpload(folder: string, owner: string, size: number): Media {
    this.#uploads += 1;
    const media = { kind: 'image', name: `${this.#uploads}-${size}.webp`, width: 4, height: 3 } as const;
    this.disk.keep({ folder, media, owner, at: this.clock().toISOString() });
    return media;
  }

  /** The read models as a reader would get them now. */
  get reads(): OpenReads {
    return this.disk.readsFor((error) => void this.errors.push(error));
  }

  /** Everything that happened, personal data sealed: as the projector reads it. */
  async sealedEvents(): Promise<readonly RecordedEvent[]> {
    return this.disk.log.sealed.readAll(START, Number.MAX_SAFE_INTEGER);
  }

  /** Everything that happened. */
  async events(): Promise<readonly RecordedEvent[]> {
    return this.disk.log.readAll(START, Number.MAX_SAFE_INTEGER);
  }
}
