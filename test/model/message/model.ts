import { chatIdOf } from '#domain/chat/pair.ts';
import { fileNamesOf } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { messageFolder } from '#domain/message/files.ts';
import type { Chat } from '#projections/chat/collections.ts';
import type { Conversation, Message } from '#projections/message/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { drawFrom, type Given, type Known } from '../acts.ts';
import { mayLookInto } from '../campus/parts.ts';
import { foreignChats, otherOf, ownChats } from '../chat/parts.ts';
import type { NounModel, Quiet } from '../model.ts';
import { maySeeProfile } from '../user/model.ts';
import { messageAnswers } from './answers.ts';
import { messageBulk } from './bulk.ts';
import { messageCommandModels } from './commands.ts';
import { messageDocuments } from './documents.ts';
import { messageSteps } from './history.ts';
import { messageRights } from './rights.ts';
import { messageRule } from './rule.ts';
import { messageStory, ownMessages, saying } from './story.ts';

/** Something written in one's own conversation: words, a picture, or a post that one shares. */
function write(known: Known, files = 0, postId: string | null = null): Given | null {
  const chat = drawFrom(known, ownChats(known));
  if (chat === undefined) return null;
  const { type, data } = saying(chat.id, known.words());
  const doc = { chat: chat.id, round: chat.round, author: known.me, recipient: otherOf(chat, known.me) };
  return { type, data: { ...data, postId }, files, makes: () => ({ collection: 'messages', doc }) };
}

/** A post that is for everybody is shared. */
function share(known: Known): Given | null {
  const posts = known
    .all<Post>('posts')
    .filter(
      ({ doc }) => doc !== null && !doc.deleted && mayLookInto({ closed: ['ut'], memberOf: known.campus }, doc.campus),
    );
  const post = drawFrom(known, posts);
  return post === undefined ? null : write(known, 0, post.key);
}

const ofOwn = (type: string, isMeant: (message: Message, me: string) => boolean) => (known: Known) => {
  const meant = ownMessages(known).filter((message) => known.mayErr || isMeant(message, known.me));
  const message = drawFrom(known, meant);
  return message === undefined ? null : { type, data: { messageId: message.id } };
};

/** Something with a foreign conversation: the person who tries learns nothing of it. */
function pry(known: Known): Given {
  const chat = drawFrom(known, foreignChats(known));
  const others = known
    .all<Message>('messages')
    .filter(({ doc }) => doc !== null && doc.author !== known.me && doc.recipient !== known.me);
  const message = drawFrom(known, others);
  // With oneself there is none.
  const none = chatIdOf(known.me, known.me);
  const mistakes: Given[] = [
    { ...saying(none, known.words()), mistake: 'CHAT_UNKNOWN' },
    ...(chat === undefined ? [] : [{ ...saying(chat.id, known.words()), mistake: 'CHAT_UNKNOWN' }]),
    ...(message === undefined
      ? []
      : ['SeeMessage', 'LikeMessage', 'UnlikeMessage'].map((type) => ({
          ...{ type, data: { messageId: message.key } },
          mistake: 'MESSAGE_UNKNOWN',
        }))),
  ];
  return drawFrom(known, mistakes) as Given;
}

/** The messages of a deleted conversation end, by the house, and so do the files of every message that ended. */
function* unfinished({ documents, history, uploads }: Quiet): Iterable<string> {
  for (const { key, doc } of documents.all('messages')) {
    const message = doc as Message | null;
    if (message === null) continue;
    const chat = documents.get('chats', message.chat)?.doc as Chat | null | undefined;
    if (chat?.round !== message.round) yield `the message ${key} is left of a deleted conversation`;
  }
  const ended = new Set(history.filter(({ type }) => type === 'MessageDeleted').map(({ stream }) => stream));
  for (const { folder, name } of uploads) {
    if (ended.has(folder.replace('messages/', 'message-'))) yield `${name} of ${folder} is left of a deleted message`;
  }
}

/** Messages of conversations: for the two people alone, over every channel. */
export const messageModel: NounModel = {
  noun: 'message',
  rights: messageRights,
  commands: messageCommandModels,
  rule: messageRule,
  steps: messageSteps,
  documents: messageDocuments,
  access: {
    messages({ viewer, doc, position, history }) {
      const { author, recipient, chat, round } = doc as Message;
      const present = history.at('chats', chat, position) as Chat | null | undefined;
      return (viewer.userId === author || viewer.userId === recipient) && present?.round === round;
    },
    conversations: ({ viewer, doc }) => viewer.userId === (doc as Conversation).user,
    unreadChats: ({ viewer, key }) => viewer.userId === key,
    answerPaces: maySeeProfile,
  },
  hidden: ['closedThreads', 'dueMails', 'answerTimes'],
  files: {
    messages(doc) {
      const { id, media } = doc as Message;
      return { folder: messageFolder(id), names: fileNamesOf(reveal(media) ?? []) };
    },
  },
  *unseenFiles(history, readers) {
    for (const { type, data } of history) {
      const { messageId, author, recipient } = data as Pick<Message, 'author' | 'recipient'> & { messageId: string };
      const isSeen = [author, recipient].some((person) => readers.has(person));
      if (type === 'MessageSent' && !isSeen) yield messageFolder(messageId);
    }
  },
  unfinished,
  answers: messageAnswers,
  leadsTo({ collection, doc }) {
    const side = collection === 'conversations' ? (doc as Conversation | null) : null;
    return side === null ? [] : [topicName.messages(side.chat, String(side.round))];
  },
  topics(known) {
    const { all, me } = known;
    const chat = drawFrom(known, ownChats(known)) ?? drawFrom(known, all<Chat>('chats'))?.doc;
    return [
      [2, topicName.conversations(me)],
      ...(chat == null ? [] : [[4, topicName.messages(chat.id, String(chat.round))] as const]),
    ];
  },
  acts: {
    write: { often: 5, command: (known) => write(known) },
    'write-picture': { often: 1, command: (known) => write(known, 1) },
    share: { often: 1, command: share },
    see: { often: 4, command: ofOwn('SeeMessage', ({ recipient }, me) => recipient === me) },
    'like-message': { often: 2, command: ofOwn('LikeMessage', () => true) },
    'unlike-message': { often: 1, command: ofOwn('UnlikeMessage', () => true) },
    pry: { often: 1, command: pry },
  },
  story: messageStory,
  bulk: messageBulk,
};
