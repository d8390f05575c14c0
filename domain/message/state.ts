import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import type { Media } from '../kernel/media.ts';
import { reveal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { MessageEvent } from './events.ts';

/** Conversation and people of a message; the same in all its events. */
export interface MessagePlace {
  readonly messageId: string;
  readonly chatId: string;
  readonly round: number;
  readonly author: string;
  readonly recipient: string;
}

/** State for decisions about a message. */
export interface MessageState extends Counted {
  /** `null`: there never was such a message. */
  readonly place: MessagePlace | null;
  readonly deleted: boolean;
  /** Its words, for those who report it; `null`: it has ended, or its author was erased. */
  readonly text: string | null;
  readonly media: readonly Media[] | null;
  readonly seen: boolean;
  readonly mailed: boolean;
  /** Those of the two who like it. */
  readonly likedBy: readonly string[];
}

export const initialMessage: MessageState = {
  place: null,
  deleted: false,
  text: null,
  media: null,
  seen: false,
  mailed: false,
  likedBy: [],
  eventCount: 0,
};

/** A message as a fact of another noun's command. */
export const messageFact = streamFact<MessageState>('message');

/** The state after an event. */
export function evolveMessage(message: MessageState, event: MessageEvent): MessageState {
  switch (event.type) {
    case 'MessageSent': {
      const { messageId, chatId, round, author, recipient } = event.data;
      const [text, media] = [reveal(event.data.text), reveal(event.data.media)];
      return { ...message, place: { messageId, chatId, round, author, recipient }, text, media };
    }
    case 'MessageSeen':
      return { ...message, seen: true };
    case 'MessageMailed':
      return { ...message, mailed: true };
    case 'MessageLiked':
      return { ...message, likedBy: [...message.likedBy, event.data.userId] };
    case 'MessageUnliked':
      return { ...message, likedBy: message.likedBy.filter((userId) => userId !== event.data.userId) };
    case 'MessageDeleted':
      return { ...message, deleted: true, text: null, media: null, likedBy: [] };
    default:
      return assertNever(event);
  }
}
