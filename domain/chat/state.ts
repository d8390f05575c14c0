import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { ChatEvent } from './events.ts';

/** A conversation of a pair, as it stands. */
export interface ChatRound {
  readonly chatId: string;
  readonly round: number;
  readonly starter: string;
  readonly partner: string;
}

/** State for decisions about a conversation and its messages. */
export interface ChatState extends Counted {
  /** The present round; `null`: the two have never begun. */
  readonly round: ChatRound | null;
  /** The present round was deleted. */
  readonly deleted: boolean;
  /** The partner has opened it. */
  readonly opened: boolean;
  /** Those of the two whose accounts have ended. */
  readonly gone: readonly string[];
}

export const initialChat: ChatState = { round: null, deleted: false, opened: false, gone: [], eventCount: 0 };

/** A conversation as a fact of another noun's command. */
export const chatFact = streamFact<ChatState>('chat');

/** The state after an event. */
export function evolveChat(chat: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'ChatStarted':
      return { ...chat, round: event.data, deleted: false, opened: false };
    case 'ChatOpened':
      return { ...chat, opened: true };
    case 'ChatDeleted':
      return { ...chat, deleted: true };
    case 'ChatClosed':
      return { ...chat, gone: [...chat.gone, event.data.gone] };
    default:
      return assertNever(event);
  }
}

/** The other one of the two, as somebody of them sees it; `null`: not a party. */
export function partnerIn(round: Pick<ChatRound, 'starter' | 'partner'>, userId: string | null): string | null {
  if (userId === round.starter) return round.partner;
  return userId === round.partner ? round.starter : null;
}
