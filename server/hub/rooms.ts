import { refId } from '#projections/kernel/collection.ts';
import type { Connection, Subscription } from './connection.ts';

/** A map of sets that holds no empty sets. */
class Sets<Member> {
  readonly #sets = new Map<string, Set<Member>>();
  readonly #none: ReadonlySet<Member> = new Set();

  /** @returns whether it was not in it before */
  add(name: string, member: Member): boolean {
    const set = this.#sets.get(name);
    if (set === undefined) {
      this.#sets.set(name, new Set([member]));
      return true;
    }
    const { size } = set;
    return set.add(member).size > size;
  }

  delete(name: string, member: Member): void {
    const set = this.#sets.get(name);
    set?.delete(member);
    if (set?.size === 0) this.#sets.delete(name);
  }

  get(name: string): ReadonlySet<Member> {
    return this.#sets.get(name) ?? this.#none;
  }

  get size(): number {
    return this.#sets.size;
  }
}

/** A document of a window with all that it refers to, itself included; one for all subscriptions that hold it. */
interface Reach {
  readonly root: string;
  readonly ids: ReadonlySet<string>;
}

/** Who is to be told what: connections by user, subscriptions by topic, by gate and by document. */
export class Rooms {
  readonly #users = new Sets<Connection>();
  readonly #sessions = new Sets<Connection>();
  readonly #topics = new Sets<Subscription>();
  readonly #gates = new Sets<Subscription>();
  /** Subscriptions by the documents that they were sent. */
  readonly #documents = new Sets<Subscription>();
  /** What each document of a window that anybody holds refers to, as it was told last. */
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

  /** A document of the window was sent, with all that it refers to (its own id is one of `ids`). */
  hold(subscription: Subscription, root: string, ids: ReadonlySet<string>): void {
    const { held, further } = subscription;
    const reach = this.#share(root, ids);
    const before = held.get(root);
    if (before === reach.ids) return;
    held.set(reach.root, reach.ids);
    for (const id of reach.ids) {
      const isNew = this.#documents.add(id, subscription);
      if (!isNew) further.set(id, (further.get(id) ?? 0) + 1);
    }
    if (before !== undefined) this.#unuse(subscription, before);
  }

  /** A document is in the window no more. */
  release(subscription: Subscription, root: string): void {
    const ids = subscription.held.get(root);
    if (ids === undefined) return;
    subscription.held.delete(root);
    this.#unuse(subscription, ids);
    if (this.#documents.get(root).size === 0) this.#reaches.delete(root);
  }

  /** Whether a subscription was sent a document that is in its window, or that something in it refers to. */
  holds(subscription: Subscription, id: string): boolean {
    return this.#documents.get(id).has(subscription);
  }

  /** Thousands hold the same documents: they share their ids. */
  #share(root: string, ids: ReadonlySet<string>): Reach {
    const known = this.#reaches.get(root);
    if (known !== undefined && isEqual(known.ids, ids)) return known;
    const reach = { root, ids };
    this.#reaches.set(root, reach);
    return reach;
  }

  #unuse(subscription: Subscription, ids: ReadonlySet<string>): void {
    const { further } = subscription;
    for (const id of ids) {
      const uses = further.get(id);
      if (uses === undefined) this.#documents.delete(id, subscription);
      else if (uses === 1) further.delete(id);
      else further.set(id, uses - 1);
    }
  }

  ofUser(userId: string): ReadonlySet<Connection> {
    return this.#users.get(userId);
  }

  ofSession(sessionId: string): ReadonlySet<Connection> {
    return this.#sessions.get(sessionId);
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

  holding(id: string): ReadonlySet<Subscription> {
    return this.#documents.get(id);
  }
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const id of a) if (!b.has(id)) return false;
  return true;
}
