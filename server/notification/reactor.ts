import { NOTIFIED_AT_ONCE_MAX, THREAD_NOTIFIED_MAX_PEOPLE } from '#domain/notification/limits.ts';
import { type Participant, participants } from '#projections/notification/collections.ts';
import { threadOf } from '#projections/notification/folds.ts';
import { createAnswer, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/** Milliseconds for which the reactor waits until the read models have folded a comment, and all before it. */
const FOLD_TIMEOUT_MS = 30_000;
/** Milliseconds between two steps, in which other commands run. */
const STEP_PAUSE_MS = 8;

/**
 * Notifies people of a new comment in a thread in which they have written, too (Q49): a few at a time, each step an event,
 * so that a thread with thousands delays nobody. Those who joined last come first. After a crash the comment is handed over
 * again, and nobody is notified twice, because the stream of the comment knows.
 */
export function createThreadReactor(
  parts: Pick<ReactorParts, 'dispatcher' | 'readStore' | 'projector' | 'pause' | 'logger'>,
): Reactor {
  const answer = createAnswer('threads', parts.dispatcher, parts.logger);

  async function notify(event: RecordedNamed<'PostCreated'>, thread: string): Promise<void> {
    const { postId: commentId, author, parentAuthor } = event.data;
    await parts.projector.waitFor(event.position, FOLD_TIMEOUT_MS);
    let below = event.position;
    for (let notified = 0; notified < THREAD_NOTIFIED_MAX_PEOPLE; notified += NOTIFIED_AT_ONCE_MAX) {
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
      if (last === undefined || found.length < NOTIFIED_AT_ONCE_MAX) return;
      below = last.order;
      await parts.pause(STEP_PAUSE_MS);
    }
  }

  return {
    name: 'threads',
    async handle(event) {
      if (event.type !== 'PostCreated') return;
      const thread = threadOf(event.data);
      if (thread !== null) await notify(event, thread);
    },
  };
}
