import { expect, it } from '@jest/globals';
import { type NotificationState, notificationDecider } from '#domain/notification/decider.ts';
import type { NotificationEvent } from '#domain/notification/events.ts';
import { NOTIFIED_AT_ONCE_MAX, THREAD_NOTIFIED_MAX_PEOPLE } from '#domain/notification/limits.ts';
import { evolvePost, initialPost } from '#domain/post/state.ts';
import type { AnyRecordedEvent } from '#domain/registry.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Participant } from '#projections/notification/collections.ts';
import { createThreadReactor } from '#server/notification/reactor.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { below, creation, id, position, topLevel } from '#test/projections/support/events.ts';
import { system } from '../../domain/given.ts';

const desk = topLevel('desk', 'ann');
const question = below(desk, 'question', 'bob');
const thanks = below(question, 'thanks', 'ann');
const answer = below(desk, 'answer', 'bea');
/** Place of the comment in the log. */
const HERE = 1_000_000;

/** A thread with people who wrote at these places of the log, and a reactor that hands over its commands to the decider. */
function threadOf(thread: string, people: ReadonlyMap<string, number>) {
  const states = new Map<string, NotificationState>();
  const events: NotificationEvent[] = [];
  const asked: { readonly limit: number }[] = [];
  let commandsLeft = Number.POSITIVE_INFINITY;
  let pauses = 0;
  const documents = [...people]
    .map(([user, at]): Participant => ({ id: `${thread}-${user}`, thread, user, comments: 1, order: position(at) }))
    .sort((one, other) => (one.order > other.order ? -1 : 1));
  const stateOf = (place: ReturnType<typeof topLevel>) =>
    evolvePost(initialPost, {
      type: 'PostCreated',
      data: { ...creation(place), ancestors: [...place.ancestors] },
    });
  const reactor = createThreadReactor({
    readStore: {
      query: async (
        _collection: string,
        _query: string,
        [wanted]: readonly string[],
        page: { below: string; limit: number },
      ) => {
        asked.push(page);
        const found = documents.filter((each) => each.thread === wanted && each.order < page.below);
        return found.slice(0, page.limit).map((doc) => ({ key: doc.id, doc }));
      },
    },
    dispatcher: {
      async dispatch({ data }: { readonly data: { readonly commentId: string; readonly userIds: string[] } }) {
        commandsLeft -= 1;
        if (commandsLeft < 0) throw new Unavailable('killed');
        const place = [question, thanks, answer].find(({ postId }) => postId === data.commentId) ?? question;
        const parent = place === thanks ? question : desk;
        const command = { id: id('notify'), type: 'NotifyParticipants' as const, data };
        const facts = { comment: stateOf(place), parent: stateOf(parent) };
        const context = { actor: system, now: '', campus: 'ou', hash: () => '', facts };
        const decision = notificationDecider.decide(
          states.get(data.commentId) ?? notificationDecider.initial,
          command,
          context,
        );
        if (!decision.ok) return { ok: false, rejection: decision.rejection };
        for (const event of decision.events) {
          events.push(event);
          const before = states.get(data.commentId) ?? notificationDecider.initial;
          states.set(data.commentId, notificationDecider.evolve(before, event, ''));
        }
        return { ok: true };
      },
    },
    projector: { waitFor: async () => undefined },
    pause: async () => {
      pauses += 1;
    },
    logger: silentLogger,
  } as never);
  const begin = (place: typeof question, parentAuthor: string) =>
    handOver(reactor, {
      type: 'PostCreated',
      id: id(`${place.postId} written`),
      data: { ...creation(place), parentAuthor: id(parentAuthor) },
      meta: { at: '', campus: 'ou' },
      position: position(HERE),
    } as unknown as AnyRecordedEvent);
  return {
    begin,
    async hand(place: typeof question, parentAuthor: string) {
      const later = await begin(place, parentAuthor);
      await later?.(new AbortController().signal);
    },
    events,
    asked,
    killAfter: (commands: number) => {
      commandsLeft = commands;
    },
    get pauses() {
      return pauses;
    },
    get notified() {
      return events.flatMap((event) => (event.type === 'ParticipantsNotified' ? event.data.userIds : []));
    },
  };
}

it('[NOTF-02 in part] (Q49) a comment is notified to those who commented on the post before, a reply to those who replied', async () => {
  const onPost = threadOf(
    desk.postId,
    new Map([
      [id('cid'), 5],
      [id('bob'), 6],
      [id('ann'), 7],
      [id('later'), HERE + 1],
    ]),
  );
  await onPost.hand(question, 'ann');
  expect(onPost.notified).toEqual([id('cid')]);
  expect(onPost.events).toEqual([
    expect.objectContaining({ data: expect.objectContaining({ kind: 'post interaction' }) }),
  ]);

  const replies = threadOf(question.postId, new Map([[id('dan'), 5]]));
  await replies.hand(thanks, 'bob');
  expect(replies.events).toEqual([
    expect.objectContaining({ data: expect.objectContaining({ kind: 'comment interaction', userIds: [id('dan')] }) }),
  ]);
});

it('a comment that concerns thousands takes bounded steps, the latest people first, up to the limit', async () => {
  const crowd = new Map(Array.from({ length: THREAD_NOTIFIED_MAX_PEOPLE + 70 }, (_, n) => [id(`person ${n}`), n + 1]));
  const thread = threadOf(desk.postId, crowd);
  await thread.hand(question, 'ann');
  expect(thread.notified).toEqual([...crowd.keys()].toReversed().slice(0, THREAD_NOTIFIED_MAX_PEOPLE));
  expect(Math.max(...thread.asked.map(({ limit }) => limit))).toBe(NOTIFIED_AT_ONCE_MAX);
  expect(thread.events).toHaveLength(THREAD_NOTIFIED_MAX_PEOPLE / NOTIFIED_AT_ONCE_MAX);
  expect(thread.pauses).toBe(THREAD_NOTIFIED_MAX_PEOPLE / NOTIFIED_AT_ONCE_MAX - 1);
});

it('a comment that concerns thousands holds up no later one: its first step is the answer, and the threads take turns', async () => {
  const crowd = new Map(Array.from({ length: 4 * NOTIFIED_AT_ONCE_MAX }, (_, n) => [id(`person ${n}`), n + 1]));
  const thread = threadOf(desk.postId, crowd);
  const first = await thread.begin(question, 'ann');
  expect(thread.notified).toHaveLength(NOTIFIED_AT_ONCE_MAX);
  const second = await thread.begin(answer, 'ann');
  expect(thread.events).toHaveLength(2);
  await Promise.all([first, second].map((later) => later?.(new AbortController().signal)));
  const comments = thread.events.flatMap((event) =>
    event.type === 'ParticipantsNotified' ? [event.data.commentId] : [],
  );
  const [one, other] = [question.postId, answer.postId];
  expect(comments).toEqual([one, other, one, other, one, other, one, other]);
});

it('a server that stops lets go of the rest, which is handed over again by the next run', async () => {
  const crowd = new Map(Array.from({ length: 3 * NOTIFIED_AT_ONCE_MAX }, (_, n) => [id(`person ${n}`), n + 1]));
  const thread = threadOf(desk.postId, crowd);
  const later = await thread.begin(question, 'ann');
  await expect(later?.(AbortSignal.abort())).rejects.toThrow(/abort/i);
  expect(thread.notified).toHaveLength(NOTIFIED_AT_ONCE_MAX);
  await thread.hand(question, 'ann');
  expect(thread.notified).toHaveLength(crowd.size);
});

it('after a crash in its middle everybody is notified, and nobody twice', async () => {
  const crowd = new Map(Array.from({ length: 3 * NOTIFIED_AT_ONCE_MAX }, (_, n) => [id(`person ${n}`), n + 1]));
  const thread = threadOf(desk.postId, crowd);
  thread.killAfter(2);
  await expect(thread.hand(question, 'ann')).rejects.toThrow('killed');
  thread.killAfter(Number.POSITIVE_INFINITY);
  await thread.hand(question, 'ann');
  expect(thread.notified).toHaveLength(crowd.size);
  expect(new Set(thread.notified).size).toBe(crowd.size);
});

it('a post concerns nobody', async () => {
  const thread = threadOf(desk.postId, new Map([[id('cid'), 5]]));
  await thread.hand(desk, 'ann');
  expect(thread.asked).toEqual([]);
});
