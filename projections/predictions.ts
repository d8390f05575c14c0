import type { Command } from '#domain/kernel/decider.ts';
import type { Predict } from './kernel/predict.ts';
import { postPredictions } from './post/predict.ts';
import { savePredictions } from './save/predict.ts';
import { personPredictions } from './user/predict.ts';

/** What is shown at once, by command type; a command that is not named here shows nothing before its answer. */
export const predictions: Readonly<Record<string, Predict<Command>>> = {
  ...personPredictions,
  ...postPredictions,
  ...savePredictions,
};
