import { uploadsOf } from '#domain/kernel/media.ts';
import { messageNoun } from '#domain/message/noun.ts';
import { initialMessage, type MessageState } from '#domain/message/state.ts';
import { campusOf } from '../campus/predict.ts';
import { chatOf } from '../chat/predict.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { postOf } from '../post/predict.ts';
import { userOf } from '../user/predict.ts';
import { conversationKey, conversations, messages } from './collections.ts';

/** A message's state, as far as its document, and its recipient's side of the conversation, show it. */
function messageOf(messageId: string, documents: HeldDocuments): MessageState {
  const message = documents.get(messages, messageId);
  if (message === undefined) return initialMessage;
  const { id, chat: chatId, round, author, recipient, ordinal, likedBy } = message;
  const side = documents.get(conversations, conversationKey(chatId, recipient));
  const place = { messageId: id, chatId, round, author, recipient };
  return { ...initialMessage, place, likedBy, seen: side !== undefined && side.receivedSeen >= ordinal };
}

const predicted = predictByDeciding(messageNoun, {
  message: messageOf,
  chat: chatOf,
  user: userOf,
  post: postOf,
  campus: campusOf,
});

export const messagePredictions = {
  SendMessage: predicted('SendMessage', ({ media }) => uploadsOf(media)),
  SeeMessage: predicted('SeeMessage'),
  LikeMessage: predicted('LikeMessage'),
  UnlikeMessage: predicted('UnlikeMessage'),
};
