import type { RecordedEvent } from '#domain/kernel/event.ts';
import { minutesAfter } from '#domain/kernel/time.ts';
import type { NaiveDocument } from '../model.ts';
import { type Item, Notified } from './naive.ts';

/** Minutes of D51, written a second time. */
const FIRST_MINUTES = 5;
const NEXT_MINUTES = 60;
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
  /** Instants of the last mails, by thread: as long as something of it is unread. */
  readonly #mailedAt = new Map<string, string>();
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
    for (const id of this.#waiting.keys()) if (!ids.has(id)) this.#waiting.delete(id);
    for (const item of unread) {
      const before = this.#waiting.get(item.id);
      const isSame = before?.item.number === item.number;
      // One that comes again before a mail has said so waits on.
      const since = before === undefined || (!isSame && before.isMailed) ? at : before.since;
      this.#waiting.set(item.id, { item, since, isMailed: isSame && before.isMailed });
      this.everDue.add(`${item.campus}:${item.user}`);
    }
    const threads = new Set(unread.map((item) => this.#threadOf(item)));
    for (const thread of this.#mailedAt.keys()) if (!threads.has(thread)) this.#mailedAt.delete(thread);
  }

  #mailed({ campus, userId, kind, thread, number }: Fields, at: string): void {
    const key = [campus, userId, kind, thread].join(' ');
    for (const [id, waiting] of this.#waiting) {
      if (this.#threadOf(waiting.item) !== key) continue;
      this.#mailedAt.set(key, at);
      if (waiting.item.number <= number) this.#waiting.set(id, { ...waiting, isMailed: true });
    }
  }

  /** When the earliest mail of each list is due; empty: nothing is, but something is unread that was mailed. */
  due(): ReadonlyMap<string, string> {
    const lists = Map.groupBy(this.#waiting.values(), ({ item }) => `${item.campus}:${item.user}`);
    return new Map(
      [...lists].map(([list, all]) => {
        const times = all
          .filter(({ isMailed }) => !isMailed)
          .map(({ item, since }) => {
            const mailedAt = this.#mailedAt.get(this.#threadOf(item));
            const times = [
              minutesAfter(since, FIRST_MINUTES),
              ...(mailedAt === undefined ? [] : [minutesAfter(mailedAt, NEXT_MINUTES)]),
            ];
            return times.sort().at(-1) ?? '';
          });
        return [list, times.sort()[0] ?? ''];
      }),
    );
  }
}

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
