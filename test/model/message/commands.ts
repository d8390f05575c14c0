import fc from 'fast-check';
import type { ChatState } from '#domain/chat/state.ts';
import type { Media } from '#domain/kernel/media.ts';
import type { MessageState } from '#domain/message/state.ts';
import { id } from '#test/projections/support/events.ts';
import { files, texts } from '../../domain/arbitraries.ts';
import { someChat } from '../chat/model.ts';
import { type Asked, type CommandModel, commandModel } from '../model.ts';

const nothing = fc.constant(null);
const content = fc.record({
  text: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('Is it still there?', ' Yes\n') }, texts),
  media: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Media[]>([]) },
    { weight: 2, arbitrary: fc.tuple(files).map(([file]) => [file]) },
    { weight: 1, arbitrary: fc.array(files, { maxLength: 4 }) },
  ),
  /** One in so many shares a post. */
  shares: fc.constantFrom(false, false, true),
});

type Place = NonNullable<MessageState['place']>;

/** One of the messages of the world. */
function someMessage({ world, pick }: Pick<Asked, 'world' | 'pick'>): Place | null {
  const messages = world.ids('message');
  return (world.stateOf('message', messages[pick % Math.max(1, messages.length)] ?? '') as MessageState).place;
}

/** A message that ought to end: its conversation was deleted. */
function endedMessage({ world, pick }: Asked): Place | null {
  const ended = world.ids('message').flatMap((each) => {
    const { place, deleted } = world.stateOf('message', each) as MessageState;
    const chat = world.stateOf('chat', place?.chatId ?? '') as ChatState;
    return place === null || deleted || !chat.deleted ? [] : [place];
  });
  return ended[pick % Math.max(1, ended.length)] ?? null;
}

const ofSome = (ask: Asked) => ({ data: { messageId: someMessage(ask)?.messageId ?? id('nobody') } });
const writerOf = (ask: Pick<Asked, 'world' | 'pick'>) =>
  ask.pick % 2 === 0 ? someChat(ask)?.partner : someChat(ask)?.starter;
const recipientOf = (ask: Pick<Asked, 'world' | 'pick'>) => someMessage(ask)?.recipient;

const ofMessage = (owner: CommandModel['owner']) => ({
  ...({ by: 'person', mayDoNothing: true, lawful: { messageId: id('message') } } as const),
  ...{ fields: nothing, payload: ofSome },
  ...(owner === undefined ? {} : { owner }),
});

/** Generators of everything that one can do with a message. */
export const messageCommandModels: Readonly<Record<string, CommandModel>> = {
  SendMessage: commandModel({
    by: 'person',
    often: 4,
    lawful: { chatId: id('chat'), round: 1, text: 'Is it still there?', media: [], postId: id('desk') },
    orNone: ['postId'],
    later: ['round'],
    fields: content,
    payload(ask) {
      const { world, pick2, fields } = ask;
      const posts = world.ids('post');
      const postId = fields.shares ? (posts[pick2 % Math.max(1, posts.length)] ?? null) : null;
      const { text, media } = fields;
      return { data: { chatId: someChat(ask)?.chatId ?? id('nobody'), text, media, postId }, files: media };
    },
    owner: writerOf,
  }),
  SeeMessage: commandModel(ofMessage(recipientOf)),
  LikeMessage: commandModel(ofMessage(recipientOf)),
  UnlikeMessage: commandModel(ofMessage(recipientOf)),
  MailMessage: commandModel({
    by: 'house',
    mayDoNothing: true,
    lawful: { messageId: id('message') },
    fields: nothing,
    payload: ofSome,
  }),
  EndMessage: commandModel({
    by: 'house',
    ends: true,
    mayDoNothing: true,
    lawful: { messageId: id('message') },
    fields: nothing,
    payload: (ask) => ({ data: { messageId: endedMessage(ask)?.messageId ?? ofSome(ask).data.messageId } }),
  }),
};
