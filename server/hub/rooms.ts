import { refId } from '#projections/kernel/collection.ts';
import type { Connection, Subscription } from './connection.ts';

/** A map of sets that holds no empty sets. */
class Sets<Member> {
  readonly #sets = new Map<string, Set<Member>>();

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
    return this.#sets.get(name) ?? new Set();
  }

  get size(): number {
    return this.#sets.size;
  }
}

/** Who is to be told what: connections by user, subscriptions by topic, by gate and by document. */
export class Rooms {
  readonly #users = new Sets<Connection>();
  readonly #sessions = new Sets<Connection>();
  readonly #topics = new Sets<Subscription>();
  readonly #gates = new Sets<Subscription>();
  /** Subscriptions by the documents that they were sent. */
  readonly #documents = new Sets<Subscription>();

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
    const { connection, name, topic, held, uses } = subscription;
    connection.subscriptions.delete(name);
    this.#topics.delete(name, subscription);
    if (topic.gate !== null) this.#gates.delete(refId(topic.gate), subscription);
    for (const id of uses.keys()) this.#documents.delete(id, subscription);
    held.clear();
    uses.clear();
  }

  /** A document of the window was sent, with all that it refers to (its own id is one of `ids`). */
  hold(subscription: Subscription, root: string, ids: ReadonlySet<string>): void {
    const before = subscription.held.get(root);
    subscription.held.set(root, ids);
    for (const id of ids) {
      subscription.uses.set(id, (subscription.uses.get(id) ?? 0) + 1);
      this.#documents.add(id, subscription);
    }
    if (before !== undefined) this.#unuse(subscription, before);
  }

  /** A document is in the window no more. */
  release(subscription: Subscription, root: string): void {
    const ids = subscription.held.get(root);
    if (ids === undefined) return;
    subscription.held.delete(root);
    this.#unuse(subscription, ids);
  }

  #unuse(subscription: Subscription, ids: ReadonlySet<string>): void {
    for (const id of ids) {
      const uses = (subscription.uses.get(id) ?? 0) - 1;
      if (uses > 0) {
        subscription.uses.set(id, uses);
      } else {
        subscription.uses.delete(id);
        this.#documents.delete(id, subscription);
      }
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
