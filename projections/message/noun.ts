import { defineProjection } from '../kernel/nounProjection.ts';
import { besides } from '../kernel/projection.ts';
import { answerFolds } from './answerFolds.ts';
import { messageDocuments } from './documents.ts';
import { messageFolds } from './folds.ts';
import { mailFolds } from './mailFolds.ts';
import { messagePredictions } from './predict.ts';

/** The read models of messages, of each person's list of conversations, and of what is unread (CHAT-01, CHAT-19). */
export const messageProjection = defineProjection({
  ...messageDocuments,
  version: 5,
  folds: besides(besides(messageFolds, mailFolds), answerFolds),
  predictions: messagePredictions,
});
