import * as z from 'zod/mini';
import { campusFact } from '../campus/state.ts';
import { chatFact } from '../chat/state.ts';
import { type Actor, actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema, newId } from '../kernel/ids.ts';
import { COMMAND_MAX_FILES } from '../kernel/limits.ts';
import { fileNamesOf, mediaSchema } from '../kernel/media.ts';
import { postFact } from '../post/state.ts';
import { userFact } from '../user/state.ts';
import { messageFolder } from './files.ts';
import { MESSAGE_SCHEMA_MAX_CHARACTERS } from './limits.ts';

const ofMessage = z.strictObject({ messageId: idSchema });

/** A command about the message with this id. */
interface OfMessage {
  readonly data: { readonly messageId: string };
}

const target = ({ data }: OfMessage) => data.messageId;
const facts = (_command: OfMessage, actor: Actor) => ({ user: userFact(actorId(actor)) });

/** Commands on messages. A new message's id is `newId(command.id, 0)`, as a post's. */
export const messageCommands = {
  SendMessage: defineCommand({
    type: 'SendMessage',
    schema: z.strictObject({
      chatId: idSchema,
      /** The round that it is written in; left out while its conversation is only about to begin: the present one. */
      round: z.optional(z.int().check(z.minimum(1))),
      text: z.string().check(z.maxLength(MESSAGE_SCHEMA_MAX_CHARACTERS)),
      /** Uploaded beforehand to `messageFolder(messageId)`. */
      media: z.array(mediaSchema).check(z.maxLength(COMMAND_MAX_FILES)),
      /** A post that is shared (CHAT-21). */
      postId: z.nullable(idSchema),
    }),
    category: 'message',
    target: (command) => newId(command.id, 0),
    facts: ({ data }, actor) => ({
      user: userFact(actorId(actor)),
      chat: chatFact(data.chatId),
      // Without a shared post this is the state of no post: the id of a conversation is none of a post.
      post: postFact(data.postId ?? data.chatId),
    }),
    /** Whether the campus of the shared post is open is decided as of the head of its stream. */
    further: ({ post }) => ({ campus: post.place === null ? null : campusFact(post.place.campus) }),
    files: (command) => ({ folder: messageFolder(newId(command.id, 0)), names: fileNamesOf(command.data.media) }),
    /** Messages of one conversation arrive in the order in which they were written, although each is a stream of its own. */
    inOrderWith: ({ data }) => `messages:${data.chatId}`,
  }),
  SeeMessage: defineCommand({ type: 'SeeMessage', schema: ofMessage, category: 'message', target, facts }),
  LikeMessage: defineCommand({ type: 'LikeMessage', schema: ofMessage, category: 'message', target, facts }),
  UnlikeMessage: defineCommand({ type: 'UnlikeMessage', schema: ofMessage, category: 'message', target, facts }),
  /** Lets the mail about an unread message go (NOTF-09, D51). */
  MailMessage: defineCommand({ type: 'MailMessage', origin: 'server', schema: ofMessage, category: 'message', target }),
  /** A message ends with its conversation, or with its author's account (DATA-13, D53). */
  EndMessage: defineCommand({ type: 'EndMessage', origin: 'server', schema: ofMessage, category: 'message', target }),
};

type Definitions = typeof messageCommands;

/** The command of a type, as its decision gets it. */
export type MessageCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type MessageContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
