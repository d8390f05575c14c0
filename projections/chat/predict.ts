import { chatNoun } from '#domain/chat/noun.ts';
import { type ChatState, initialChat } from '#domain/chat/state.ts';
import { campusOf } from '../campus/predict.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { userOf } from '../user/predict.ts';
import { chats } from './collections.ts';

/** A conversation's state, as far as its document shows it. */
export function chatOf(chatId: string, documents: HeldDocuments): ChatState {
  const chat = documents.get(chats, chatId);
  if (chat === undefined) return initialChat;
  const { id, round, starter, partner, opened, closed } = chat;
  // Whose account has ended makes no difference to what one may do here.
  return { ...initialChat, round: { chatId: id, round, starter, partner }, opened, gone: closed ? [partner] : [] };
}

const predicted = predictByDeciding(chatNoun, { chat: chatOf, user: userOf, campus: campusOf });

export const chatPredictions = {
  StartChat: predicted('StartChat'),
  OpenChat: predicted('OpenChat'),
  DeleteChat: predicted('DeleteChat'),
};
