import { mustBeMemberSomewhere } from '../campus/access.ts';
import { type Denial, mustBeSignedIn, type Reader } from '../kernel/access.ts';
import { userAccess } from '../user/access.ts';
import { chatRejection } from './rejection.ts';

/** The two people of a conversation. */
interface Pair {
  readonly starter: string;
  readonly partner: string;
}

/** Who may see conversations, begin, open and delete them. */
export const chatAccess = {
  /** A conversation and everything in it: its two people alone, over every channel (CHAT-22). */
  maySee(reader: Reader, { starter, partner }: Pair): boolean {
    return reader.userId !== null && (reader.userId === starter || reader.userId === partner);
  },
  /** The list of somebody's conversations: that person alone. */
  maySeeList(reader: Reader, userId: string): boolean {
    return reader.userId === userId;
  },
  mayDo: {
    /** With anybody whose profile one may see, but oneself (CHAT-16, CHAT-17, Q07). */
    StartChat(reader: Reader, partner: { readonly id: string; readonly campus: string }) {
      const denied = mustBeMemberSomewhere(reader);
      if (denied !== null) return denied;
      if (reader.userId === partner.id) return chatRejection('CHAT_WITH_ONESELF');
      return userAccess.maySee(reader, partner) ? null : chatRejection('CHAT_UNKNOWN');
    },
    OpenChat: mustBeParty,
    /** At any time, whatever has become of one's membership (CHAT-12). */
    DeleteChat: mustBeParty,
  },
};

/**
 * A command about one round meets that one alone: what was meant for a round that was deleted before the present one began
 * and comes late, never gets into the present one, which is another conversation (D52).
 */
export function mustBeRound(
  present: { readonly round: number },
  meant: number,
): Denial<'CHAT_ROUND_OVER' | 'CHAT_UNKNOWN'> {
  if (meant < present.round) return chatRejection('CHAT_ROUND_OVER');
  return meant > present.round ? chatRejection('CHAT_UNKNOWN') : null;
}

function mustBeParty(reader: Reader, pair: Pair): Denial<'SIGNED_OUT' | 'CHAT_UNKNOWN'> {
  return mustBeSignedIn(reader) ?? (chatAccess.maySee(reader, pair) ? null : chatRejection('CHAT_UNKNOWN'));
}
