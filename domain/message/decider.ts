import { maySeeCampus } from '../campus/access.ts';
import { mustBeRound } from '../chat/access.ts';
import { chatRejection } from '../chat/rejection.ts';
import { partnerIn } from '../chat/state.ts';
import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { postRejection } from '../post/rejection.ts';
import { messageAccess } from './access.ts';
import { type MessageCommandNamed, type MessageContext, messageCommands } from './commands.ts';
import { checkWritten } from './content.ts';
import type { MessageEvent } from './events.ts';
import { messageRejection } from './rejection.ts';
import { evolveMessage, initialMessage, type MessagePlace, type MessageState } from './state.ts';

/** A message in one's own conversation, with a file or a shared post (CHAT-08, CHAT-09, CHAT-21). */
function sendMessage(
  message: MessageState,
  command: MessageCommandNamed<'SendMessage'>,
  { actor, facts }: MessageContext<'SendMessage'>,
): Decision<MessageEvent> {
  const { user, chat, post, campus, uploads } = facts;
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const closed = campus?.privacy === 'private' && post.place !== null ? [post.place.campus] : [];
  const reader = { ...viewer, closed };
  const present = chat.deleted ? null : chat.round;
  const denied = messageAccess.mayDo.SendMessage(reader, present);
  if (denied !== null) return refuse(denied);
  if (present === null) return refuse(chatRejection('CHAT_UNKNOWN'));
  if (message.place !== null) return accept();
  const recipient = partnerIn(present, viewer.userId);
  if (recipient === null || chat.gone.length > 0) return refuse(chatRejection('CHAT_CLOSED'));

  const { postId, round: meant = present.round } = command.data;
  const elsewhere = mustBeRound(present, meant);
  if (elsewhere !== null) return refuse(elsewhere);
  if (postId !== null) {
    if (post.place === null || !maySeeCampus(reader, post.place.campus)) return refuse(postRejection('POST_UNKNOWN'));
    if (post.deleted) return refuse(postRejection('POST_DELETED'));
  }
  const checked = checkWritten(command.data, uploads);
  if (!checked.ok) return refuse(checked.rejection);

  const { chatId, round } = present;
  return accept<MessageEvent>({
    type: 'MessageSent',
    data: {
      messageId: newId(command.id, 0),
      chatId,
      round,
      author: viewer.userId,
      recipient,
      text: personal(checked.text),
      media: personal([...checked.media]),
      hasMedia: checked.media.length > 0,
      post: postId === null || post.place === null ? null : { id: postId, campus: post.place.campus },
    },
  });
}

/** The recipient had it in sight; one's own words need no mark (CHAT-10, D54). */
function seeMessage(
  message: MessageState,
  _command: MessageCommandNamed<'SeeMessage'>,
  context: MessageContext<'SeeMessage'>,
): Decision<MessageEvent> {
  return onOwn(message, 'SeeMessage', context, (place, userId) =>
    message.seen || userId === place.author ? [] : [{ type: 'MessageSeen', data: { ...place } }],
  );
}

/** A like of either of the two (CHAT-11). */
function likeMessage(
  message: MessageState,
  _command: MessageCommandNamed<'LikeMessage'>,
  context: MessageContext<'LikeMessage'>,
): Decision<MessageEvent> {
  return onOwn(message, 'LikeMessage', context, (place, userId) =>
    message.likedBy.includes(userId) ? [] : [{ type: 'MessageLiked', data: { ...place, userId } }],
  );
}

function unlikeMessage(
  message: MessageState,
  _command: MessageCommandNamed<'UnlikeMessage'>,
  context: MessageContext<'UnlikeMessage'>,
): Decision<MessageEvent> {
  return onOwn(message, 'UnlikeMessage', context, (place, userId) =>
    message.likedBy.includes(userId) ? [{ type: 'MessageUnliked', data: { ...place, userId } }] : [],
  );
}

/** An act of one of the two on a message of their conversation. */
function onOwn(
  { place, deleted }: MessageState,
  type: 'SeeMessage' | 'LikeMessage' | 'UnlikeMessage',
  { actor, facts: { user } }: MessageContext<'SeeMessage'>,
  effect: (place: MessagePlace, userId: string) => readonly MessageEvent[],
): Decision<MessageEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  if (place === null) return refuse(messageRejection('MESSAGE_UNKNOWN'));
  const denied = messageAccess.mayDo[type]({ ...viewer, closed: [] }, place);
  if (denied !== null) return refuse(denied);
  if (deleted) return refuse(messageRejection('MESSAGE_DELETED'));
  return accept(...effect(place, viewer.userId));
}

/** A mail about it goes once, as long as it is unread (D51). */
function mailMessage(
  { place, deleted, seen, mailed }: MessageState,
  _command: MessageCommandNamed<'MailMessage'>,
  { actor }: MessageContext<'MailMessage'>,
): Decision<MessageEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (place === null) return refuse(messageRejection('MESSAGE_UNKNOWN'));
  return deleted || seen || mailed ? accept() : accept<MessageEvent>({ type: 'MessageMailed', data: { ...place } });
}

function endMessage(
  { place, deleted }: MessageState,
  _command: MessageCommandNamed<'EndMessage'>,
  { actor }: MessageContext<'EndMessage'>,
): Decision<MessageEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (place === null) return refuse(messageRejection('MESSAGE_UNKNOWN'));
  return deleted ? accept() : accept<MessageEvent>({ type: 'MessageDeleted', data: { ...place } });
}

/** The rules of messages. */
export const messageDecider = defineDecider(messageCommands, {
  initial: initialMessage,
  evolve: evolveMessage,
  decide: {
    SendMessage: sendMessage,
    SeeMessage: seeMessage,
    LikeMessage: likeMessage,
    UnlikeMessage: unlikeMessage,
    MailMessage: mailMessage,
    EndMessage: endMessage,
  },
  closing: ['SeeMessage', 'UnlikeMessage', 'MailMessage', 'EndMessage'],
});
