import { chatIdOf } from '#domain/chat/pair.ts';
import { id } from '#test/projections/support/events.ts';
import type { History, HistoryStep } from '../model.ts';
import { someone } from '../user/parts.ts';
import { historyChats, otherOf, pairOf, type Talk } from './parts.ts';

const dataOf = ({ chatId, round, starter, partner }: Talk) => ({ chatId, round, starter, partner });

/** Two people begin, or begin anew, if they do not talk already and neither has gone. */
function start({ log, parts }: History, who: number, what: number): void {
  const [starter, partner] = [id(someone(parts, who).name), id(someone(parts, what).name)];
  const chats = parts.of(historyChats);
  const chatId = chatIdOf(starter, partner);
  const before = chats.get(chatId);
  if (starter === partner || before?.deleted === false || (before?.gone.size ?? 0) > 0) return;
  const round = (before?.round ?? 0) + 1;
  const talk: Talk = { chatId, round, starter, partner, deleted: false, opened: false, gone: new Set() };
  chats.set(chatId, talk);
  log.add('ChatStarted', dataOf(talk));
}

/** A step about a conversation that somebody has begun. */
function ofSome(act: (history: History, talk: Talk, what: number) => void): HistoryStep['act'] {
  return (history, who, what) => {
    const talks = [...history.parts.of(historyChats).values()];
    const talk = talks[who % Math.max(1, talks.length)];
    if (talk !== undefined) act(history, talk, what);
  };
}

/** Steps on the stream of a pair. */
export const chatSteps: Readonly<Record<string, HistoryStep>> = {
  start: { often: 2, act: start },
  open: {
    often: 1,
    act: ofSome(({ log }, talk) => {
      if (talk.deleted || talk.opened) return;
      talk.opened = true;
      log.add('ChatOpened', dataOf(talk));
    }),
  },
  end: {
    often: 1,
    act: ofSome(({ log }, talk) => {
      if (talk.deleted) return;
      talk.deleted = true;
      log.add('ChatDeleted', dataOf(talk));
    }),
  },
  close: {
    often: 1,
    act: ofSome(({ log }, talk, what) => {
      const gone = what % 2 === 0 ? talk.starter : otherOf(talk, talk.starter);
      if (!pairOf(talk).includes(gone) || talk.gone.has(gone)) return;
      talk.gone.add(gone);
      log.add('ChatClosed', { ...dataOf(talk), gone });
    }),
  },
};
