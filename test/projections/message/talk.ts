import { chatIdOf } from '#domain/chat/pair.ts';
import { personal } from '#domain/kernel/personal.ts';
import { createLogBuilder, id, photo } from '../support/events.ts';

/** The conversation of Ann, who began it, and Bob. */
export const chatId = chatIdOf(id('ann'), id('bob'));

/** Ids of a message of the conversation by one of the two. */
export function place(name: string, author: 'ann' | 'bob', round = 1) {
  const recipient = author === 'ann' ? 'bob' : 'ann';
  return { messageId: id(name), chatId, round, author: id(author), recipient: id(recipient) };
}

/** A log of the two. */
export function talk() {
  const log = createLogBuilder();
  const dataOf = (round: number) => ({ chatId, round, starter: id('ann'), partner: id('bob') });
  return {
    log,
    starts: (round = 1) => log.add('ChatStarted', dataOf(round)),
    opens: (round = 1) => log.add('ChatOpened', dataOf(round)),
    deletes: (round = 1) => log.add('ChatDeleted', dataOf(round)),
    closes: (gone: 'ann' | 'bob') => log.add('ChatClosed', { ...dataOf(1), gone: id(gone) }),
    says(name: string, author: 'ann' | 'bob', { round = 1, hasMedia = false } = {}) {
      const media = personal(hasMedia ? [photo('lamp')] : []);
      return log.add('MessageSent', {
        ...place(name, author, round),
        text: personal(name),
        media,
        hasMedia,
        post: null,
      });
    },
    /** Something with a message that was said before. */
    about(type: 'MessageSeen' | 'MessageDeleted', name: string, author: 'ann' | 'bob', round = 1) {
      return log.add(type, place(name, author, round));
    },
    likes(type: 'MessageLiked' | 'MessageUnliked', name: string, author: 'ann' | 'bob', by: 'ann' | 'bob') {
      return log.add(type, { ...place(name, author), userId: id(by) });
    },
  };
}
