import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { refuseUnlessStanding } from '../user/face.ts';
import { chatAccess, mustBeRound } from './access.ts';
import { type ChatCommandNamed, type ChatContext, chatCommands } from './commands.ts';
import type { ChatEvent } from './events.ts';
import { chatIdOf } from './pair.ts';
import { chatRejection } from './rejection.ts';
import { type ChatRound, type ChatState, evolveChat, initialChat, partnerIn } from './state.ts';

/** Begins the conversation of two, or finds the one that stands: it is never doubled (CHAT-15). */
function startChat(
  chat: ChatState,
  { data: { userId } }: ChatCommandNamed<'StartChat'>,
  { actor, facts: { user, partner, campus } }: ChatContext<'StartChat'>,
): Decision<ChatEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  // Who was erased has no campus any more, and is refused as such.
  const home = (partner.erased ? viewer.memberOf : partner.campus) ?? '';
  const closed = campus?.privacy === 'private' ? [home] : [];
  const denied = chatAccess.mayDo.StartChat({ ...viewer, closed }, { id: userId, campus: home });
  if (denied !== null) return refuse(denied);
  const gone = refuseUnlessStanding(partner);
  if (gone !== null) return gone;
  if (chat.gone.length > 0) return refuse(chatRejection('CHAT_CLOSED'));
  if (chat.round !== null && !chat.deleted) return accept();
  return accept<ChatEvent>({
    type: 'ChatStarted',
    data: {
      chatId: chatIdOf(viewer.userId, userId),
      round: (chat.round?.round ?? 0) + 1,
      starter: viewer.userId,
      partner: userId,
    },
  });
}

/** The partner has it open: what was begun is news no more (CHAT-18, Q47). For who began it there is nothing to do. */
function openChat(
  chat: ChatState,
  { data }: ChatCommandNamed<'OpenChat'>,
  { actor, facts: { user } }: ChatContext<'OpenChat'>,
): Decision<ChatEvent> {
  const viewer = actingViewer(actor, user);
  const found = roundOf(chat);
  if (found === null) return refuse(viewer.userId === null ? kernelRejection('SIGNED_OUT') : unknown());
  const denied = chatAccess.mayDo.OpenChat({ ...viewer, closed: [] }, found) ?? mustBeRound(found, data.round);
  if (denied !== null) return refuse(denied);
  if (chat.opened || viewer.userId === found.starter) return accept();
  return accept<ChatEvent>({ type: 'ChatOpened', data: dataOf(found) });
}

/** Deletes it for both, with all its messages (CHAT-12, Q46). */
function deleteChat(
  chat: ChatState,
  { data }: ChatCommandNamed<'DeleteChat'>,
  { actor, facts: { user } }: ChatContext<'DeleteChat'>,
): Decision<ChatEvent> {
  const viewer = actingViewer(actor, user);
  if (chat.round === null) return refuse(viewer.userId === null ? kernelRejection('SIGNED_OUT') : unknown());
  const denied =
    chatAccess.mayDo.DeleteChat({ ...viewer, closed: [] }, chat.round) ?? mustBeRound(chat.round, data.round);
  if (denied !== null) return refuse(denied);
  if (chat.deleted) return accept();
  return accept<ChatEvent>({ type: 'ChatDeleted', data: dataOf(chat.round) });
}

/** The other one keeps what they wrote (D53). */
function closeChat(
  chat: ChatState,
  { data: { userId } }: ChatCommandNamed<'CloseChat'>,
  { actor }: ChatContext<'CloseChat'>,
): Decision<ChatEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (chat.round === null || partnerIn(chat.round, userId) === null) return refuse(unknown());
  if (chat.gone.includes(userId)) return accept();
  return accept<ChatEvent>({ type: 'ChatClosed', data: { ...dataOf(chat.round), gone: userId } });
}

function roundOf(chat: ChatState): ChatRound | null {
  return chat.deleted ? null : chat.round;
}

function dataOf({ chatId, round, starter, partner }: ChatRound) {
  return { chatId, round, starter, partner };
}

const unknown = () => chatRejection('CHAT_UNKNOWN');

/** The rules of conversations. */
export const chatDecider = defineDecider(chatCommands, {
  initial: initialChat,
  evolve: evolveChat,
  decide: { StartChat: startChat, OpenChat: openChat, DeleteChat: deleteChat, CloseChat: closeChat },
  closing: ['DeleteChat', 'CloseChat'],
});
