import fc from 'fast-check';
import { chatIdOf } from '#domain/chat/pair.ts';
import type { ChatState } from '#domain/chat/state.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { Chat } from '#projections/chat/collections.ts';
import type { Conversation } from '#projections/message/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { id } from '#test/projections/support/events.ts';
import { drawFrom, type Given, type Known } from '../acts.ts';
import { type Asked, commandModel, type NaiveDocuments, type NounModel, type Quiet } from '../model.ts';
import { chatAnswers } from './answers.ts';
import { chatBulk } from './bulk.ts';
import { chatSteps } from './history.ts';
import { foreignChats, ownChats } from './parts.ts';
import { chatRights } from './rights.ts';
import { chatRule } from './rule.ts';
import { chatStory } from './story.ts';

const nothing = fc.constant(null);

/** One of the conversations of the world. */
export function someChat({ world, pick }: Pick<Asked, 'world' | 'pick'>): ChatState['round'] {
  const chats = world.ids('chat');
  return (world.stateOf('chat', chats[pick % Math.max(1, chats.length)] ?? '') as ChatState).round;
}

/** A person of a conversation of the world. */
const partnerOf = (ask: Pick<Asked, 'world' | 'pick'>) => someChat(ask)?.partner;
const idOfSome = (ask: Asked) => someChat(ask)?.chatId ?? id('nobody');

/** A round of some conversation: the present one, and now and then the one before it, or one that is still to come. */
function ofSome(ask: Asked) {
  const present = someChat(ask)?.round ?? 1;
  const round = Math.max(1, present + ([0, 0, 0, -1, 1][ask.pick2 % 5] ?? 0));
  return { data: { chatId: idOfSome(ask), round } };
}

/** Conversations that stand: who began this round, and whether the other one has opened it. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const chats = new Map<string, Chat | null>();
  for (const { type, data, meta } of history) {
    const { chatId, round, starter, partner } = data as { readonly chatId: string } & Pick<
      Chat,
      'round' | 'starter' | 'partner'
    >;
    const chat = chats.get(chatId);
    if (type === 'ChatStarted') {
      chats.set(chatId, { id: chatId, round, starter, partner, createdAt: meta.at, opened: false, closed: false });
    }
    if (type === 'ChatDeleted') chats.set(chatId, null);
    if (type === 'ChatOpened' && chat != null) chat.opened = true;
    if (type === 'ChatClosed' && chat != null) chat.closed = true;
  }
  return { documents: [...chats].map(([key, doc]) => ({ collection: 'chats', key, doc })), whole: ['chats'] };
}

/** A conversation of somebody whose account has ended is closed, by the house (D53). */
function* unfinished({ history, documents: found }: Quiet): Iterable<string> {
  const erased = new Set(
    history.flatMap(({ type, data }) => (type === 'SubjectErased' ? [(data as { userId: string }).userId] : [])),
  );
  for (const { key, doc } of found.all('conversations')) {
    const side = doc as Conversation | null;
    if (side !== null && erased.has(side.user)) yield `${side.user} has gone and still has the conversation ${key}`;
    if (side?.closed === false && erased.has(side.partner)) yield `${key} is open, and ${side.partner} has gone`;
  }
}

/** People with whom one may talk: all that are known, and the authors of what is for sale. */
function others(known: Known): readonly string[] {
  const authors = known.all<Post>('posts').flatMap(({ doc }) => (doc === null ? [] : [doc.author]));
  return [...new Set([...known.people, ...authors])].filter((person) => person !== known.me);
}

/** A conversation with somebody is begun, or found. */
function start(known: Known): Given | null {
  const userId = drawFrom(known, others(known));
  if (userId === undefined) return null;
  const doc = { starter: known.me, partner: userId, round: 1, closed: false };
  return {
    type: 'StartChat',
    data: { userId },
    makes: () => ({ collection: 'chats', doc: { ...doc, id: chatIdOf(known.me, userId) } }),
  };
}

const ofOwn = (type: string) => (known: Known) => {
  const chat = drawFrom(known, ownChats(known));
  return chat === undefined ? null : { type, data: { chatId: chat.id, round: chat.round } };
};

/** Something that a rule forbids. */
function mistake(known: Known): Given {
  const foreign = drawFrom(known, foreignChats(known));
  const mistakes: Given[] = [
    { type: 'StartChat', data: { userId: known.me }, mistake: 'CHAT_WITH_ONESELF' },
    ...(foreign === undefined
      ? []
      : ['OpenChat', 'DeleteChat'].map((type) => ({
          ...{ type, data: { chatId: foreign.id, round: foreign.round } },
          mistake: 'CHAT_UNKNOWN',
        }))),
  ];
  return drawFrom(known, mistakes) as Given;
}

/** Conversations of two people, one a pair. */
export const chatModel: NounModel = {
  noun: 'chat',
  rights: chatRights,
  commands: {
    StartChat: commandModel({
      by: 'person',
      often: 2,
      mayDoNothing: true,
      lawful: { userId: id('bob') },
      fields: nothing,
      payload({ world, pick2 }) {
        const people = world.ids('user');
        return { data: { userId: people[pick2 % Math.max(1, people.length)] ?? id('nobody') } };
      },
    }),
    OpenChat: commandModel({
      by: 'person',
      mayDoNothing: true,
      lawful: { chatId: id('chat'), round: 1 },
      fields: nothing,
      payload: ofSome,
      owner: partnerOf,
    }),
    DeleteChat: commandModel({
      by: 'person',
      mayDoNothing: true,
      lawful: { chatId: id('chat'), round: 1 },
      fields: nothing,
      payload: ofSome,
      owner: (ask) => (ask.pick % 2 === 0 ? partnerOf(ask) : someChat(ask)?.starter),
    }),
    CloseChat: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { chatId: id('chat'), userId: id('ada') },
      fields: nothing,
      payload: (ask) => ({ data: { chatId: idOfSome(ask), userId: partnerOf(ask) ?? ask.userId } }),
    }),
  },
  // The two may begin, or begin anew, after one of them was refused.
  passing: ['CHAT_UNKNOWN'],
  rule: chatRule,
  steps: chatSteps,
  documents,
  access: {
    chats: ({ viewer, doc }) => viewer.userId === (doc as Chat).starter || viewer.userId === (doc as Chat).partner,
  },
  unfinished,
  answers: chatAnswers,
  topics(known) {
    const { all } = known;
    const chat = drawFrom(known, ownChats(known)) ?? drawFrom(known, all<Chat>('chats'))?.doc;
    return chat == null ? [] : [[2, topicName.chat(chat.id)]];
  },
  acts: {
    chat: { often: 2, command: start },
    'open-chat': { often: 2, command: ofOwn('OpenChat') },
    'delete-chat': { often: 1, command: ofOwn('DeleteChat') },
    'chat-mistake': { often: 1, command: mistake },
  },
  story: chatStory,
  bulk: chatBulk,
};
