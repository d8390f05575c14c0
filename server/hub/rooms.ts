import { refId } from '#projections/kernel/collection.ts';
import type { Connection, Reach, Subscription } from './connection.ts';

/** A map of sets; drops a set when it becomes empty. */
class Sets<Member> {
  readonly #sets = new Map<string, Set<Member>>();
  readonly #none: ReadonlySet<Member> = new Set();

  add(name: string, member: Member): void {
    const set = this.#sets.get(name);
    if (set === undefined) this.#sets.set(name, new Set([member]));
    else set.add(member);
  }

  delete(name: string, member: Member): void {
    const set = this.#sets.get(name);
    set?.delete(member);
    if (set?.size === 0) this.#sets.delete(name);
  }

  get(name: string): ReadonlySet<Member> {
    return this.#sets.get(name) ?? this.#none;
  }

  get names(): readonly string[] {
    return [...this.#sets.keys()];
  }

  get size(): number {
    return this.#sets.size;
  }
}

/** Indexes for the fan-out: connections by user, subscriptions by topic, by gate and by document. */
export class Rooms {
  readonly #users = new Sets<Connection>();
  readonly #sessions = new Sets<Connection>();
  readonly #topics = new Sets<Subscription>();
  readonly #gates = new Sets<Subscription>();
  /** Reaches that are held, by the documents in them. */
  readonly #documents = new Sets<Reach>();
  /** The newest reach of each held document. */
  readonly #reaches = new Map<string, Reach>();

  enter(connection: Connection): void {
    if (connection.userId !== null) this.#users.add(connection.userId, connection);
    if (connection.sessionId !== null) this.#sessions.add(connection.sessionId, connection);
  }

  leave(connection: Connection): void {
    for (const subscription of connection.subscriptions.values()) this.drop(subscription);
    if (connection.userId !== null) this.#users.delete(connection.userId, connection);
    if (connection.sessionId !== null) this.#sessions.delete(connection.sessionId, connection);
  }

  join(subscription: Subscription): void {
    const { connection, name, topic } = subscription;
    connection.subscriptions.set(name, subscription);
    this.#topics.add(name, subscription);
    if (topic.gate !== null) this.#gates.add(refId(topic.gate), subscription);
  }

  drop(subscription: Subscription): void {
    const { connection, name, topic, held } = subscription;
    connection.subscriptions.delete(name);
    this.#topics.delete(name, subscription);
    if (topic.gate !== null) this.#gates.delete(refId(topic.gate), subscription);
    for (const root of [...held.keys()]) this.release(subscription, root);
  }

  /** Notes that a document of the window is sent, with all documents that it reaches (`ids`, its own id among them). */
  hold(subscription: Subscription, root: string, ids: ReadonlySet<string>): void {
    const { held } = subscription;
    const reach = this.#share(root, ids);
    const before = held.get(root);
    if (before === reach) return;
    held.set(reach.root, reach);
    reach.members.add(subscription);
    if (before !== undefined) this.#leave(before, subscription);
  }

  /** Notes that a document has left the window. */
  release(subscription: Subscription, root: string): void {
    const reach = subscription.held.get(root);
    if (reach === undefined) return;
    subscription.held.delete(root);
    this.#leave(reach, subscription);
  }

  /** Whether a subscription has a document: in its window, or reached from there. */
  holds(subscription: Subscription, id: string): boolean {
    for (const { members } of this.#documents.get(id)) if (members.has(subscription)) return true;
    return false;
  }

  /** Thousands of subscriptions hold the same documents: they share one reach. */
  #share(root: string, ids: ReadonlySet<string>): Reach {
    const known = this.#reaches.get(root);
    if (known !== undefined && isEqual(known.ids, ids)) return known;
    const reach: Reach = { root, ids, members: new Set() };
    this.#reaches.set(root, reach);
    for (const id of ids) this.#documents.add(id, reach);
    return reach;
  }

  #leave(reach: Reach, subscription: Subscription): void {
    reach.members.delete(subscription);
    if (reach.members.size > 0) return;
    for (const id of reach.ids) this.#documents.delete(id, reach);
    if (this.#reaches.get(reach.root) === reach) this.#reaches.delete(reach.root);
  }

  /** Documents of windows that reach a document: itself, and those that refer to it. */
  reaching(id: string): ReadonlySet<string> {
    return new Set([...this.#documents.get(id)].map(({ root }) => root));
  }

  ofUser(userId: string): ReadonlySet<Connection> {
    return this.#users.get(userId);
  }

  ofSession(sessionId: string): ReadonlySet<Connection> {
    return this.#sessions.get(sessionId);
  }

  /** Sessions with an open connection. */
  get sessionIds(): readonly string[] {
    return this.#sessions.names;
  }

  /** Connections that have joined a topic. */
  readers(): ReadonlySet<Connection> {
    return new Set(
      this.#topics.names.flatMap((name) => [...this.#topics.get(name)].map(({ connection }) => connection)),
    );
  }

  inTopic(name: string): ReadonlySet<Subscription> {
    return this.#topics.get(name);
  }

  /** Different topics that somebody has joined. */
  get topicCount(): number {
    return this.#topics.size;
  }

  behindGate(id: string): ReadonlySet<Subscription> {
    return this.#gates.get(id);
  }

  /** Subscriptions that hold a document. */
  holding(id: string): ReadonlySet<Subscription> {
    const [first, ...others] = this.#documents.get(id);
    if (first !== undefined && others.length === 0) return first.members;
    const everybody = new Set(first?.members);
    for (const { members } of others) for (const member of members) everybody.add(member);
    return everybody;
  }
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const id of a) if (!b.has(id)) return false;
  return true;
}
