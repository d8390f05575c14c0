import type { StoreApi } from 'zustand/vanilla';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import { collections, signals } from '#projections/documentRegistry.ts';
import type { Signal, SignalData } from '#projections/kernel/signal.ts';
import { type LogEra, type Mark, topicAnswerSchema } from '#projections/sync/protocol.ts';
import { Display } from './documents/display.ts';
import type { Rules } from './documents/rulesSource.ts';
import type { SyncView } from './documents/view.ts';
import { Acknowledgements } from './outbox/acknowledgements.ts';
import type { OutboxEntry } from './outbox/entry.ts';
import { newEntry } from './outbox/newEntry.ts';
import { Outbox } from './outbox/outbox.ts';
import { isBlocked } from './outbox/queue.ts';
import { Sender } from './outbox/sender.ts';
import { Uploader } from './outbox/uploader.ts';
import { withStored } from './outbox/uploads.ts';
import { Signals } from './signals/signals.ts';
import type { ActingUser, SendOptions, Sent, SyncStore, SyncStoreOptions } from './syncStore.ts';
import { Subscriptions } from './topics/subscriptions.ts';
import { HubLink } from './transport/hubLink.ts';
import { LogProgress } from './transport/logProgress.ts';

/** A command as it was given, whenever the rules arrive. */
interface GivenCommand {
  readonly id: string;
  readonly type: string;
  readonly data: OutboxEntry['data'];
  readonly userId: string;
  readonly campus: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** See `SendOptions.revises`; `null`: nothing is revised. */
  readonly revised: OutboxEntry | null;
  readonly options: SendOptions;
}

/** The outbox's answer about a new entry. */
type Accepted = ReturnType<Outbox['add']>;

/**
 * The sync core: creates the parts and passes each part's events to the parts that need them. A part calls only those
 * below it (topics → documents → outbox → transport) and reports to this class alone.
 */
class Core implements SyncStore {
  readonly view: StoreApi<SyncView>;
  readonly #options: SyncStoreOptions;
  readonly #logProgress = new LogProgress();
  readonly #acknowledgements: Acknowledgements;
  readonly #link: HubLink;
  readonly #outbox: Outbox;
  readonly #uploader: Uploader;
  readonly #sender: Sender;
  readonly #display: Display;
  readonly #topics: Subscriptions;
  readonly #signals: Signals;
  /** `null`: not known yet. */
  #user: ActingUser | null = null;
  #releaseOwn: () => void = () => undefined;

  constructor(options: SyncStoreOptions) {
    const { storage, tabs, rules } = options;
    const logProgress = this.#logProgress;
    const acknowledgements = new Acknowledgements(logProgress, options.unseen ?? null);
    const link = new HubLink(options);
    const outbox = new Outbox({ storage, tabs, logProgress });
    const uploader = new Uploader({ ...options, outbox, commands: async () => (await rules.load()).commands });
    const display = new Display({ rules, outbox, acknowledgements });
    this.#options = options;
    this.#acknowledgements = acknowledgements;
    this.#link = link;
    this.#outbox = outbox;
    this.#uploader = uploader;
    this.#sender = new Sender({ ...options, outbox, link, uploader }, { actorRefused: options.actorRefused });
    this.#display = display;
    this.#topics = new Subscriptions({ ...options, link, collections, display, logProgress, outbox, acknowledgements });
    this.view = display.view;
    this.#signals = new Signals({ ...options, link, view: display.view, signals });
  }

  async start(): Promise<void> {
    this.#link.start({
      opened: (eras) => this.#opened(eras),
      erasBegan: (eras) => this.#erasBegan(eras),
      closed: () => this.#closed(),
      rows: (rows) => this.#topics.rows(rows),
      progress: (progress) => this.#topics.progress(progress),
      revoked: (revoked) => this.#topics.revoked(revoked),
      signalled: (signalled) => this.#signals.heard(signalled),
      answered: (topic, answer) => this.#topics.answered(topic, answer),
      way: (way) => this.view.setState({ isSlow: way === 'asking' }),
      outdated: () => this.view.setState({ isOutdated: true }),
      died: () => this.#options.died?.(),
      connection: (connection) => this.view.setState({ connection }),
    });
    await this.#outbox.start({
      changed: () => this.#outboxChanged(),
      acknowledged: (entry, mark, isOwn) => this.#acknowledged(entry, mark, isOwn),
      discarded: (id) => this.#uploader.abandon(id),
    });
  }

  stop(): void {
    this.#link.stop();
    this.#signals.clear();
    this.#topics.stop();
    this.#sender.stop();
    this.#outbox.stop();
  }

  actAs(user: ActingUser): void {
    const isSame = this.#user?.userId === user.userId;
    this.#user = user;
    if (isSame) return;
    const { userId } = user;
    const kept = this.#acknowledgements.kept(userId);
    this.#outbox.actAs(userId);
    this.#forgetAll();
    this.#acknowledgements.restore(kept);
    this.#display.show();
    this.#releaseOwn();
    this.#releaseOwn = userId === null ? () => undefined : this.hold(this.#options.ownTopic(userId));
    this.#link.connectAs(userId);
  }

  hydrate(answers: Readonly<Record<string, unknown>>): void {
    for (const [name, answer] of Object.entries(answers)) {
      const good = topicAnswerSchema.safeParse(answer);
      if (good.success) this.#topics.hydrate(name, good.data);
    }
  }

  known(): ReturnType<SyncStore['known']> {
    return this.#user === null ? null : { viewer: this.#user.userId, ...this.#topics.known() };
  }

  setNetwork(isUp: boolean): void {
    this.#link.setNetwork(isUp);
  }

  doubt(how?: { readonly leavesTrying?: boolean }): void {
    this.#link.doubt(how);
  }

  // ---- topics ----

  hold(topic: string): () => void {
    return this.#topics.hold(topic);
  }

  loadMore(topic: string): void {
    this.#topics.loadMore(topic);
  }

  retryTopic(topic: string): void {
    this.#topics.retry(topic);
  }

  floors(): Readonly<Record<string, string | null>> {
    return this.#topics.floors();
  }

  reachable(): ReadonlySet<string> {
    return this.#topics.reachable();
  }

  say<Data extends SignalData>(signal: Signal<Data>, topic: string, data: Data): void {
    this.#signals.say(signal, topic, data);
  }

  // ---- commands ----

  send(type: string, data: OutboxEntry['data'], options: SendOptions = {}): Sent {
    const { userId = null, campus = '' } = this.#user ?? {};
    if (userId === null) throw new Error('Nobody is signed in.');
    const { revises = null } = options;
    const revised = revises?.actor === userId && revises.type === type ? revises : null;
    const id = options.id ?? revised?.id ?? this.#options.newId();
    const command: GivenCommand = { id, type, data, userId, campus, now: this.#options.clock.now(), revised, options };
    const rules = this.#options.rules.now();
    const added =
      rules === null
        ? this.#options.rules.load().then((loaded) => this.#add(loaded, command))
        : Promise.resolve(this.#add(rules, command));
    return {
      id,
      commandId: effectiveCommandId(userId, id),
      stored: added.then(({ stored }) => stored),
      settled: added.then(({ settled }) => settled),
    };
  }

  #add({ commands }: Rules, { id, type, data, userId, campus, now, revised, options }: GivenCommand): Accepted {
    const definition = commands[type];
    if (definition === undefined || definition.origin !== 'client')
      throw new Error(`${type} is no command of a client.`);
    const { uploads = [] } = options;
    const entries = this.#outbox.entries();
    const after = entries.filter(({ id, commandId }) => options.after === id || options.after === commandId);
    const entry = newEntry({
      id,
      definition,
      data,
      user: { userId, campus },
      after: after.map(({ id }) => id),
      uploads: revised === null ? uploads : withStored(uploads, revised.uploads),
      entries,
      now,
      undoableMs: options.undoableMs ?? 0,
      isUnasked: options.isUnasked === true,
    });
    const accepted = this.#outbox.add(entry);
    void accepted.stored.then(() => this.#sender.kick());
    return accepted;
  }

  takeBack(id: string): boolean {
    if (this.#outbox.undoable(id) === null) return false;
    void this.#outbox.discard(id);
    return true;
  }

  setUndoable(id: string, milliseconds: number): void {
    if (this.#outbox.undoable(id) === null) return;
    const sendAt = milliseconds > 0 ? this.#options.clock.now() + milliseconds : undefined;
    void this.#outbox.update(id, { sendAt });
  }

  sendUndoable(): readonly OutboxEntry[] {
    const own = this.#outbox.own();
    const entries = own.filter(({ id }) => this.#outbox.undoable(id) !== null);
    for (const { id } of entries) this.setUndoable(id, 0);
    return entries.filter((entry) => entry.uploads.length === 0 && !isBlocked(entry, own));
  }

  retryEntry(id: string): void {
    const now = this.#options.clock.now();
    const change = { status: 'queued', refusal: null, attempts: 0, consentedAt: now, sendAt: undefined } as const;
    void this.#outbox.update(id, change).then(() => this.#sender.hurry(id));
  }

  discardEntry(id: string): void {
    void this.#outbox.discard(id);
  }

  withdrawEntry(id: string): Promise<OutboxEntry | null> {
    return this.#sender.withdraw(id);
  }

  callOffUpload(id: string, name: string): void {
    this.#uploader.callOff(id, name);
  }

  // ---- events of the parts ----

  /** After a restore of the log from a backup, documents received before it are void. */
  #opened(eras: readonly LogEra[]): void {
    if (!this.#logProgress.opened(eras) || !this.#topics.isRecalledProven()) this.#forgetAll();
    this.#acknowledgements.prove();
    this.#topics.opened();
    this.#sender.opened();
  }

  /** Everything received stays, also when the page goes on with another hub, which knows these eras too. */
  #erasBegan(eras: readonly LogEra[]): void {
    const renewed = this.#logProgress.began(eras);
    if (renewed === null) this.#opened(eras);
    else this.#acknowledgements.renew(renewed);
  }

  #closed(): void {
    this.#topics.closed();
    this.#sender.closed();
  }

  #outboxChanged(): void {
    this.#display.show();
    this.#topics.outboxChanged();
    this.#sender.kick();
  }

  /**
   * Without a position no document will follow: the prediction ends at once. Else it stays until the documents include
   * it.
   */
  #acknowledged(entry: OutboxEntry, mark: Mark | null, isOwn: boolean): void {
    if (entry.actor !== this.#user?.userId || mark === null) return;
    this.#acknowledgements.add(entry, mark, this.#link.isOpen);
    this.#topics.acknowledged(isOwn);
  }

  /** Forgets everything received. */
  #forgetAll(): void {
    this.#acknowledgements.reset();
    this.#topics.restart(this.#user?.userId ?? null);
    this.#display.clear();
    this.#signals.clear();
  }
}

/** Makes the browser's side of the sync. */
export function createSyncStore(options: SyncStoreOptions): SyncStore {
  return new Core(options);
}
