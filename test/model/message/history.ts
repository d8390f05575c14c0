import { personal } from '#domain/kernel/personal.ts';
import { canary, id, photo } from '#test/projections/support/events.ts';
import { historyChats, otherOf } from '../chat/parts.ts';
import type { History, HistoryStep } from '../model.ts';
import { somePost } from '../post/parts.ts';
import { historyPeople } from '../user/parts.ts';
import { historyMessages, placeOf, type Said } from './parts.ts';

/** A message in a conversation that somebody has begun: it may be deleted, or without one of the two, by then. */
function say({ log, parts }: History, who: number, what: number): void {
  const talks = [...parts.of(historyChats).values()];
  const talk = talks[who % Math.max(1, talks.length)];
  if (talk === undefined) return;
  const author = what % 2 === 0 ? talk.starter : talk.partner;
  const said = parts.of(historyMessages);
  const shared = what % 5 === 0 ? somePost(parts, what)?.place : undefined;
  const hasMedia = what % 3 === 0;
  const message: Said = {
    messageId: id(`message ${said.length}`),
    ...{ chatId: talk.chatId, round: talk.round, author, recipient: otherOf(talk, author) },
    ...{ deleted: false, seen: false, mailed: false, likedBy: new Set() },
  };
  said.push(message);
  log.add('MessageSent', {
    ...placeOf(message),
    text: personal(canary(nameOf(parts.of(historyPeople), author))),
    media: personal(hasMedia ? [photo('shown')] : []),
    hasMedia,
    post: shared === undefined ? null : { id: shared.postId, campus: shared.campus },
  });
}

function nameOf(people: readonly { readonly name: string }[], userId: string): string {
  return people.find(({ name }) => id(name) === userId)?.name ?? 'somebody';
}

/** A step about a message that stands. */
function ofSome(act: (history: History, said: Said, what: number) => void): HistoryStep['act'] {
  return (history, who, what) => {
    const said = history.parts.of(historyMessages);
    const message = said[who % Math.max(1, said.length)];
    if (message?.deleted === false) act(history, message, what);
  };
}

const oneOf = ({ author, recipient }: Said, what: number) => (what % 2 === 0 ? author : recipient);

/** Steps on the stream of a message. */
export const messageSteps: Readonly<Record<string, HistoryStep>> = {
  say: { often: 6, act: say },
  see: {
    often: 3,
    act: ofSome(({ log }, message) => {
      if (message.seen) return;
      message.seen = true;
      log.add('MessageSeen', placeOf(message));
    }),
  },
  mail: {
    often: 2,
    act: ofSome(({ log }, message) => {
      if (message.seen || message.mailed) return;
      message.mailed = true;
      log.add('MessageMailed', placeOf(message));
    }),
  },
  likeMessage: {
    often: 2,
    act: ofSome(({ log }, message, what) => {
      const userId = oneOf(message, what);
      if (message.likedBy.has(userId)) return;
      message.likedBy.add(userId);
      log.add('MessageLiked', { ...placeOf(message), userId });
    }),
  },
  unlikeMessage: {
    often: 2,
    act: ofSome(({ log }, message, what) => {
      const userId = [...message.likedBy][what % message.likedBy.size] ?? oneOf(message, what);
      if (message.likedBy.delete(userId)) log.add('MessageUnliked', { ...placeOf(message), userId });
    }),
  },
  endMessage: {
    often: 1,
    act: ofSome(({ log }, message) => {
      message.deleted = true;
      log.add('MessageDeleted', placeOf(message));
    }),
  },
};
