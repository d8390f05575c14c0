import { castDraft, produce } from 'immer';
import type { StoreApi } from 'zustand/vanilla';
import { refId } from '#projections/kernel/collection.ts';
import {
  erasSchema,
  type LogEra,
  type Mark,
  progressSchema,
  type Rows,
  revokedSchema,
  rowsSchema,
  type TopicAnswer,
  topicAnswerSchema,
  type WireDocument,
} from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { accountRef } from '#projections/sync/viewer.ts';
import { takeAnswer } from './documents/answers.ts';
import { createDocuments } from './documents/documents.ts';
import { reachable, sweep } from './documents/garbage.ts';
import { predictAll } from './documents/overlay.ts';
import { createShown } from './documents/shown.ts';
import { Standing } from './documents/standing.ts';
import { createView, type SyncView } from './documents/view.ts';
import { createWindows } from './documents/windows.ts';
import { SWEEP_EVERY_DOCUMENTS } from './limits.ts';
import { Acknowledgements } from './outbox/acknowledgements.ts';
import type { EntryStatus, OutboxEntry } from './outbox/entry.ts';
import { newEntry } from './outbox/newEntry.ts';
import { Outbox } from './outbox/outbox.ts';
import { pendingState } from './outbox/pendingState.ts';
import { Sender } from './outbox/sender.ts';
import type { HubEvent } from './ports.ts';
import type { SendOptions, Sent, SyncStore, SyncStoreOptions } from './syncStore.ts';
import { type HeldTopic, topicState } from './topics/heldTopic.ts';
import { Needs } from './topics/needs.ts';
import { Subscriptions } from './topics/subscriptions.ts';

/** Entries whose effect is shown: a rejected one has none, an old one may have none. */
const SHOWN_STATUSES: readonly string[] = ['queued', 'sending', 'failed'] satisfies EntryStatus[];

/** The sync core: it brings documents, topics, predictions and outbox together and keeps the view. */
export class Core implements SyncStore {
  readonly view: StoreApi<SyncView> = createView();
  readonly #options: SyncStoreOptions;
  readonly #documents = createDocuments();
  readonly #shown = createShown(this.#documents);
  readonly #windows;
  readonly #subscriptions: Subscriptions;
  readonly #needs: Needs;
  readonly #outbox: Outbox;
  readonly #sender: Sender;
  readonly #standing = new Standing();
  readonly #acknowledgements = new Acknowledgements(this.#standing);
  #session: { readonly userId: string | null; readonly campus: string } = { userId: null, campus: '' };
  #knowsSession = false;
  #releaseOwn: () => void = () => undefined;
  #isOpen = false;
  #wasOpen = false;
  #hasNetwork = true;
  #takenSinceSweep = 0;

  constructor(options: SyncStoreOptions) {
    this.#options = options;
    const { transport, clock, random, foldTable } = options;
    const { collections } = foldTable;
    const freshness = () => this.#acknowledgements.freshness;
    this.#windows = createWindows(collections, this.#shown);
    this.#subscriptions = new Subscriptions({
      transport,
      clock,
      random,
      freshness,
      generation: () => this.#documents.generation,
      take: (held, answer, below) => this.#takeAnswer(held, answer, below),
      tell: (held) => this.#tellTopic(held),
      dropped: (held) => this.#dropTopic(held),
    });
    this.#needs = new Needs({
      transport,
      clock,
      collections,
      documents: this.#documents,
      freshness,
      userId: () => this.#session.userId,
      take: (documents) => this.#take(documents),
    });
    this.#outbox = new Outbox({
      storage: options.storage,
      tabs: options.tabs,
      changed: () => this.#outboxChanged(),
      mark: (position) => this.#standing.mark(position),
      acknowledged: (entry, mark, isOwn) => this.#acknowledged(entry, mark, isOwn),
    });
    this.#sender = new Sender({ ...options, outbox: this.#outbox, userId: () => this.#session.userId });
  }

  async start(): Promise<void> {
    this.#options.transport.start({
      user: () => this.#session.userId,
      closed: () => this.#closed(),
      received: (event, payload) => this.#received(event, payload),
    });
    await this.#outbox.start();
  }

  stop(): void {
    this.#options.transport.stop();
    this.#closed();
    this.#subscriptions.stop();
    this.#sender.stop();
    this.#outbox.stop();
  }

  setSession(session: { readonly userId: string | null; readonly campus: string }): void {
    const isSameUser = this.#knowsSession && session.userId === this.#session.userId;
    this.#session = session;
    this.#knowsSession = true;
    if (isSameUser) return;
    this.#forgetAll();
    this.#outboxChanged();
    // Rights and predictions go by the user's own account: it is always at hand.
    this.#releaseOwn();
    this.#releaseOwn = session.userId === null ? () => undefined : this.hold(topicName.me(session.userId));
    this.#options.transport.reconnect();
  }

  /** Nothing that was told is held any more. */
  #forgetAll(): void {
    this.#acknowledgements.reset();
    const held = [...this.#documents.all()].map(([id]) => id);
    this.#documents.clear();
    this.#needs.reset();
    this.#subscriptions.reset();
    this.#show(held);
  }

  prime(answers: Readonly<Record<string, unknown>>): void {
    for (const [name, answer] of Object.entries(answers)) {
      const good = topicAnswerSchema.safeParse(answer);
      if (good.success) this.#subscriptions.prime(name, good.data);
    }
  }

  /** The browser knows at once; the socket may hang for a while, and is not waited for when the network is back. */
  setNetwork(isUp: boolean): void {
    const cameBack = isUp && !this.#hasNetwork;
    this.#hasNetwork = isUp;
    this.#showConnection();
    if (cameBack && this.#isOpen) this.#options.transport.reconnect();
  }

  hold(topic: string): () => void {
    return this.#subscriptions.hold(topic);
  }

  loadMore(topic: string): void {
    this.#subscriptions.loadMore(topic);
  }

  retryTopic(topic: string): void {
    this.#subscriptions.retry(topic);
  }

  send(type: string, data: OutboxEntry['data'], options: SendOptions = {}): Sent {
    const { userId, campus } = this.#session;
    if (userId === null) throw new Error('Nobody is signed in.');
    const definition = this.#options.commands[type];
    if (definition === undefined || definition.origin !== 'client')
      throw new Error(`${type} is no command of a client.`);
    const entries = this.#outbox.entries();
    const after = entries.filter(({ id, commandId }) => options.after === id || options.after === commandId);
    const entry = newEntry({
      id: options.id ?? this.#options.newId(),
      definition,
      data,
      session: { userId, campus },
      after: after.map(({ id }) => id),
      uploads: options.uploads ?? [],
      entries,
      now: this.#options.clock.now(),
    });
    const { stored, settled } = this.#outbox.add(entry);
    void stored.then(() => this.#sender.kick());
    return { id: entry.id, commandId: entry.commandId, stored, settled };
  }

  retryEntry(id: string): void {
    const change = { status: 'queued', refusal: null, attempts: 0, consentedAt: this.#options.clock.now() } as const;
    void this.#outbox.update(id, change).then(() => this.#sender.hurry(id));
  }

  discardEntry(id: string): void {
    void this.#outbox.discard(id);
  }

  pendingState(outbox: readonly OutboxEntry[], collection: string, key: string): 'sending' | 'failed' | null {
    return pendingState(outbox, collection, key);
  }

  floors(): Readonly<Record<string, string | null>> {
    return Object.fromEntries([...this.#subscriptions.all()].map(({ name, floor }) => [name, floor]));
  }

  reachable(): ReadonlySet<string> {
    const { collections } = this.#options.foldTable;
    return reachable(collections, this.#documents, this.#subscriptions.all(), this.#session.userId);
  }

  // ---- the connection ----

  /** The connection has said of which log it is. After a restore from a backup what was told before is void. */
  #opened(eras: readonly LogEra[]): void {
    if (!this.#standing.opened(eras)) this.#forgetAll();
    this.#acknowledgements.prove();
    this.#isOpen = true;
    this.#wasOpen = true;
    this.#hasNetwork = true;
    this.#showConnection();
    this.#subscriptions.opened();
    this.#needs.opened();
    if (this.#acknowledgements.unseen.length > 0) this.#needs.askProgress();
    this.#sender.opened();
  }

  #closed(): void {
    this.#isOpen = false;
    this.#subscriptions.closed();
    this.#needs.closed();
    this.#sender.closed();
    this.#showConnection();
  }

  /** Whom we hear can be reached, whatever the browser says: a server on this machine needs no network. */
  #heard(): void {
    if (this.#hasNetwork) return;
    this.#hasNetwork = true;
    this.#showConnection();
  }

  /** A packet that can't be read is a newer hub's; what it told comes again with the next answer. */
  #received(event: HubEvent, payload: unknown): void {
    this.#heard();
    if (event === 'eras') {
      const eras = erasSchema.safeParse(payload);
      if (eras.success) this.#opened(eras.data.eras);
      else this.#options.transport.reconnect();
    } else if (event === 'rows') {
      const rows = rowsSchema.safeParse(payload);
      if (rows.success) this.#takeRows(rows.data);
      else this.#options.transport.reconnect();
    } else if (event === 'progress') {
      const progress = progressSchema.safeParse(payload);
      if (!progress.success) return;
      this.#beginGeneration(progress.data.generation);
      this.#standing.reached(progress.data.position);
      this.#subscriptions.reached(progress.data.position);
      this.#lift();
    } else {
      const revoked = revokedSchema.safeParse(payload);
      if (!revoked.success) return;
      this.#subscriptions.revoked(revoked.data.topic, revoked.data.refusal);
    }
  }

  #takeRows(rows: Rows): void {
    this.#standing.reached(rows.position);
    this.#subscriptions.reached(rows.position);
    this.#take([...rows.documents, ...rows.refs]);
    this.#needs.rows(rows);
  }

  #beginGeneration(generation: string): void {
    if (generation === this.#documents.generation) return;
    this.#documents.beginGeneration(generation);
    this.#subscriptions.renew();
  }

  // ---- documents ----

  #takeAnswer(held: HeldTopic, answer: TopicAnswer, below: string | null): void {
    const { generation, era, position } = answer.cursor;
    this.#beginGeneration(generation);
    this.#standing.reached(position, era);
    for (const document of answer.documents) this.#standing.reached(document.position, era);
    const { collections } = this.#options.foldTable;
    const changed = takeAnswer(collections, this.#documents, held.topic, answer, below);
    this.#needs.answered(answer);
    this.#windows.setFloor(held.name, answer.floor);
    this.#changed(changed, answer.documents.length);
  }

  #take(documents: readonly WireDocument[]): void {
    // What rows refer to may be newer than they are.
    for (const { position } of documents) this.#standing.reached(position);
    const changed = documents.filter((document) => this.#documents.accept(document)).map(refId);
    this.#changed(changed, documents.length);
  }

  #changed(ids: readonly string[], taken: number): void {
    this.#takenSinceSweep += taken;
    this.#settle();
    this.#show(ids);
    if (this.#takenSinceSweep >= SWEEP_EVERY_DOCUMENTS) this.#sweep();
    const { userId } = this.#session;
    if (userId !== null && ids.includes(refId(accountRef(userId)))) this.#subscriptions.retryRefused();
  }

  #sweep(): void {
    this.#takenSinceSweep = 0;
    const swept = sweep(this.#documents, this.reachable());
    for (const id of swept) this.#needs.forget(id);
    this.#show(swept);
  }

  // ---- commands ----

  #outboxChanged(): void {
    this.#show([], sameIfEqual(this.view.getState().outbox, this.#ownEntries()));
    this.#sender.kick();
  }

  #ownEntries(): readonly OutboxEntry[] {
    return this.#outbox.entries().filter(({ actor }) => actor === this.#session.userId);
  }

  /** With no position nothing will come: the prediction ends at once. Else it stays until the documents tell. */
  #acknowledged(entry: OutboxEntry, mark: Mark | null, isOwn: boolean): void {
    if (entry.actor !== this.#session.userId || mark === null) return;
    this.#acknowledgements.add(entry, mark, this.#isOpen);
    if (!isOwn) this.#needs.askProgress();
    this.#lift();
  }

  #lift(): void {
    if (this.#settle()) this.#show([]);
  }

  #settle(): boolean {
    return this.#acknowledgements.settle(() => this.#subscriptions.settled());
  }

  // ---- the view ----

  /** Shows what changed, predictions included, in one step. */
  #show(changed: readonly string[], outbox = this.view.getState().outbox): void {
    const waiting = outbox.filter(({ status }) => SHOWN_STATUSES.includes(status));
    const pending = [...this.#acknowledgements.unseen, ...waiting.map((entry) => ({ entry, acknowledgedAt: null }))];
    const changes = this.#shown.update(changed, predictAll(this.#options, pending, this.#documents));
    this.#windows.note(changes);
    const windows = this.#windows.takeChanged();
    this.view.setState((view) =>
      produce(view, (draft) => {
        draft.outbox = castDraft(outbox);
        for (const { id, doc } of changes) {
          if (doc === null) delete draft.documents[id];
          else draft.documents[id] = doc;
        }
        for (const [name, keys] of windows) draft.windows[name] = [...keys];
      }),
    );
  }

  #tellTopic(held: HeldTopic): void {
    if (held.status === 'refused') this.#windows.drop(held.name);
    else if (held.topic !== null) this.#windows.hold(held.name, held.topic);
    this.view.setState((view) =>
      produce(view, (draft) => {
        draft.topics[held.name] = castDraft(topicState(held));
        if (held.status === 'refused') delete draft.windows[held.name];
      }),
    );
    if (held.status === 'refused') this.#sweep();
  }

  #dropTopic(held: HeldTopic): void {
    this.#windows.drop(held.name);
    this.view.setState((view) =>
      produce(view, (draft) => {
        delete draft.topics[held.name];
        delete draft.windows[held.name];
      }),
    );
    this.#sweep();
  }

  #showConnection(): void {
    const open = this.#isOpen ? 'online' : this.#wasOpen ? 'reconnecting' : 'connecting';
    this.view.setState({ connection: this.#hasNetwork ? open : 'offline' });
  }
}

/** The list that is shown already if the new one holds the same entries. */
function sameIfEqual(before: readonly OutboxEntry[], after: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const isEqual = before.length === after.length && after.every((entry, place) => entry === before[place]);
  return isEqual ? before : after;
}
