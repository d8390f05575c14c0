import { mustBeMemberSomewhere } from '../campus/access.ts';
import { chatAccess } from '../chat/access.ts';
import { chatRejection } from '../chat/rejection.ts';
import { type Denial, mustBeSignedIn, type Reader } from '../kernel/access.ts';
import { messageRejection } from './rejection.ts';

/** The two people of a message. */
interface Between {
  readonly author: string;
  readonly recipient: string;
}

/** Who may see messages, write and like them. */
export const messageAccess = {
  /** A message and its file: the two people of its conversation alone (CHAT-22). */
  maySee(reader: Reader, { author, recipient }: Between): boolean {
    return reader.userId !== null && (reader.userId === author || reader.userId === recipient);
  },
  mayDo: {
    /**
     * In one's own conversation, with a verified school (CHAT-17, CHAT-22). Without a school the answer is the same whether
     * there is such a conversation or not: its id can be computed from two people.
     *
     * @param pair `null`: there is no such conversation
     */
    SendMessage(reader: Reader, pair: { readonly starter: string; readonly partner: string } | null) {
      const denied = mustBeMemberSomewhere(reader);
      if (denied !== null) return denied;
      return pair !== null && chatAccess.maySee(reader, pair) ? null : chatRejection('CHAT_UNKNOWN');
    },
    SeeMessage: mustBeBetween,
    LikeMessage: mustBeBetween,
    UnlikeMessage: mustBeBetween,
  },
};

function mustBeBetween(reader: Reader, message: Between): Denial<'SIGNED_OUT' | 'MESSAGE_UNKNOWN'> {
  return mustBeSignedIn(reader) ?? (messageAccess.maySee(reader, message) ? null : messageRejection('MESSAGE_UNKNOWN'));
}
