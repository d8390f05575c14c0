import { notificationDecider } from '#domain/notification/decider.ts';
import { notificationNoun } from '#domain/notification/noun.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import { userOf } from '../user/predict.ts';

const predicted = predictByDeciding(notificationNoun, {
  // Each read mark is a stream of its own.
  notification: () => notificationDecider.initial,
  user: userOf,
});

/** Predictions: a notification that one has read is read at once. */
export const notificationPredictions = {
  ReadNotifications: predicted('ReadNotifications'),
  ReadAllNotifications: predicted('ReadAllNotifications'),
};
