import type { RecordedEvent } from '#domain/kernel/event.ts';
import { daysAfter, minutesAfter } from '#domain/kernel/time.ts';
import type { NaiveDocument } from '../model.ts';
import { type Item, Notified } from './naive.ts';

/** Minutes of D51, written a second time. */
const FIRST_MINUTES = 5;
const NEXT_MINUTES = 60;
/** A mail that is late by more days is forgotten when the next notification comes. */
const LATE_DAYS = 1;
/** Kinds of which people are mailed, beside messages (NOTF-09). */
const MAILED = ['comment', 'comment reply', 'like'];

interface Fields {
  readonly postId: string;
  readonly root: string;
  readonly parent: string | null;
  readonly ancestors: readonly string[];
  readonly kind: string;
  readonly thread: string;
  readonly campus: string;
  readonly userId: string;
  readonly number: number;
}

/** An unread notification that may be mailed: since when it waits, and whether a mail has said so. */
interface Waiting {
  readonly item: Item;
  readonly since: string;
  readonly isMailed: boolean;
}

/** Everybody's mails that are due, by looking at all unread notifications after each event. */
class Mails {
  readonly #notified = new Notified();
  readonly #threadOfComment = new Map<string, string>();
  readonly #waiting = new Map<string, Waiting>();
  /** Instants of the last mails, by thread: until all that is unread of it is read. */
  readonly #mailedAt = new Map<string, string>();
  /** Notifications, as they were then, of which nobody is mailed any more. */
  readonly #forgotten = new Set<string>();
  readonly everDue = new Set<string>();

  take(event: RecordedEvent): void {
    const data = event.data as Fields;
    if (event.type === 'PostCreated' && data.parent !== null) {
      const thread = data.parent === data.root ? data.root : (data.ancestors[1] ?? data.parent);
      this.#threadOfComment.set(data.postId, thread);
    }
    this.#notified.take(event);
    this.#look(event.meta.at);
    if (event.type === 'NotificationMailed') this.#mailed(data, event.meta.at);
  }

  /** Thread of a notification, with list and kind. */
  #threadOf({ campus, user, kind, target }: Item): string {
    return [campus, user, kind, kind === 'like' ? target : this.#threadOfComment.get(target)].join(' ');
  }

  #look(at: string): void {
    const unread = [...this.#notified.items.values()].filter((item) => item.unread && MAILED.includes(item.kind));
    const ids = new Set(unread.map(({ id }) => id));
    const over = [...this.#waiting.values()].filter(({ item }) => !ids.has(item.id));
    for (const { item } of over) this.#waiting.delete(item.id);
    const isNew = (item: Item) => this.#waiting.get(item.id)?.item.number !== item.number && !this.#isForgotten(item);
    for (const list of new Set(unread.filter(isNew).map(listOf))) this.#forgetLate(list, at);
    for (const item of unread.filter((each) => !this.#isForgotten(each))) {
      const before = this.#waiting.get(item.id);
      const isSame = before?.item.number === item.number;
      // One that comes again before a mail has said so waits on.
      const since = before === undefined || (!isSame && before.isMailed) ? at : before.since;
      this.#waiting.set(item.id, { item, since, isMailed: isSame && before.isMailed });
      this.everDue.add(`${item.campus}:${item.user}`);
    }
    const threads = new Set([...this.#waiting.values()].map(({ item }) => this.#threadOf(item)));
    // Somebody has looked where the last one is there still; where it was taken back, nobody may have.
    for (const { item } of over) {
      const thread = this.#threadOf(item);
      if (!threads.has(thread) && this.#notified.items.has(item.id)) this.#mailedAt.delete(thread);
    }
  }

  #isForgotten({ id, number }: Item): boolean {
    return this.#forgotten.has(`${id} ${number}`);
  }

  /** Threads of a list whose mails are so late that they would be no news. */
  #forgetLate(list: string, at: string): void {
    const own = [...this.#waiting.values()].filter(({ item }) => listOf(item) === list);
    for (const [thread, all] of Map.groupBy(own, ({ item }) => this.#threadOf(item))) {
      const due = this.#dueOf(all);
      if (due === '' || daysAfter(due, LATE_DAYS) >= at) continue;
      this.#mailedAt.delete(thread);
      for (const { item } of all) {
        this.#waiting.delete(item.id);
        this.#forgotten.add(`${item.id} ${item.number}`);
      }
    }
  }

  #mailed({ campus, userId, kind, thread, number }: Fields, at: string): void {
    const key = [campus, userId, kind, thread].join(' ');
    for (const [id, waiting] of this.#waiting) {
      if (this.#threadOf(waiting.item) !== key) continue;
      this.#mailedAt.set(key, at);
      if (waiting.item.number <= number) this.#waiting.set(id, { ...waiting, isMailed: true });
    }
  }

  /** When the earliest mail about some notifications is due; empty: all of them were mailed. */
  #dueOf(all: readonly Waiting[]): string {
    const times = all
      .filter(({ isMailed }) => !isMailed)
      .map(({ item, since }) => {
        const mailedAt = this.#mailedAt.get(this.#threadOf(item));
        const first = minutesAfter(since, FIRST_MINUTES);
        return mailedAt === undefined ? first : ([first, minutesAfter(mailedAt, NEXT_MINUTES)].sort().at(-1) ?? first);
      });
    return times.sort()[0] ?? '';
  }

  /** When the earliest mail of each list is due; empty: nothing is, but something is unread that was mailed. */
  due(): ReadonlyMap<string, string> {
    const lists = Map.groupBy(this.#waiting.values(), ({ item }) => listOf(item));
    const mailed = [...this.#mailedAt.keys()].map((thread) => [thread.split(' ').slice(0, 2).join(':'), ''] as const);
    return new Map([...mailed, ...[...lists].map(([list, all]) => [list, this.#dueOf(all)] as const)]);
  }
}

const listOf = ({ campus, user }: Item) => `${campus}:${user}`;

/** Mails about what is unread, by a plain reading of a history. */
export function naiveMails(history: readonly RecordedEvent[]): readonly NaiveDocument[] {
  const mails = new Mails();
  for (const event of history) mails.take(event);
  const due = mails.due();
  return [...mails.everDue].map((key) => {
    const dueAt = due.get(key);
    const doc = dueAt === undefined ? null : { id: key, status: dueAt === '' ? 'idle' : 'due', dueAt };
    return { collection: 'notificationMails', key, doc };
  });
}
