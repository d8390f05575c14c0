import { NOTIFIED_AT_ONCE_MAX, THREAD_NOTIFIED_MAX_PEOPLE } from '#domain/notification/limits.ts';
import { type Participant, participants } from '#projections/notification/collections.ts';
import { threadOf } from '#projections/notification/folds.ts';
import { createSlots } from '../concurrency/slots.ts';
import { createAnswer, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/** Milliseconds for which the reactor waits until the read models have folded a comment, and all before it. */
const FOLD_TIMEOUT_MS = 30_000;
/** Milliseconds between two steps, in which other commands run. */
const STEP_PAUSE_MS = 8;

type Comment = RecordedNamed<'PostCreated'>;

/**
 * Notifies people of a new comment in a thread in which they have written, too (Q49): a few at a time, each step an event,
 * so that a thread with thousands delays nobody: the next comments are answered while it goes on, and all threads take turns.
 * Those who joined last come first. After a crash the comment is handed over again, and nobody is notified twice, because the
 * stream of the comment knows.
 */
export function createThreadReactor(
  parts: Pick<ReactorParts, 'dispatcher' | 'readStore' | 'projector' | 'pause' | 'logger'>,
): Reactor {
  const answer = createAnswer('threads', parts.dispatcher, parts.logger);
  const turns = createSlots(1);

  /** Notifies those who joined last before a place of the log. @returns the place of the last one; `null`: there are no more */
  async function notify(event: Comment, thread: string, below: string): Promise<string | null> {
    const { postId: commentId, author, parentAuthor } = event.data;
    const page = { below, atOrAbove: null, limit: NOTIFIED_AT_ONCE_MAX };
    const found = await parts.readStore.query(participants.name, 'ofThread', [thread], page);
    const others = found
      .map(({ doc }) => (doc as Participant).user)
      .filter((user) => user !== author && user !== parentAuthor);
    if (others.length > 0) {
      const data = { commentId, userIds: others };
      await answer(event, others.join(), { type: 'NotifyParticipants', data });
    }
    const last = found.at(-1)?.doc as Participant | undefined;
    return last === undefined || found.length < NOTIFIED_AT_ONCE_MAX ? null : last.order;
  }

  async function notifyOthers(event: Comment, thread: string, first: string, signal: AbortSignal): Promise<void> {
    let below: string | null = first;
    for (let asked = NOTIFIED_AT_ONCE_MAX; asked < THREAD_NOTIFIED_MAX_PEOPLE; asked += NOTIFIED_AT_ONCE_MAX) {
      const next: string = below;
      below = await turns.run(async () => {
        signal.throwIfAborted();
        await parts.pause(STEP_PAUSE_MS);
        return notify(event, thread, next);
      });
      if (below === null) return;
    }
  }

  return {
    name: 'threads',
    on: {
      async PostCreated(event) {
        const thread = threadOf(event.data);
        if (thread === null) return undefined;
        await parts.projector.waitFor(event.position, FOLD_TIMEOUT_MS);
        const below = await notify(event, thread, event.position);
        return below === null ? undefined : (signal) => notifyOthers(event, thread, below, signal);
      },
    },
  };
}
