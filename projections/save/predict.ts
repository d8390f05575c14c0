import { type SaveState, saveDecider } from '#domain/save/decider.ts';
import { saveNoun } from '#domain/save/noun.ts';
import { campusOf } from '../campus/predict.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { postOf } from '../post/predict.ts';
import { userOf } from '../user/predict.ts';
import { saves } from './collections.ts';

/** A save's state; the id of its stream is the key of its document. */
function saveOf(saveId: string, documents: HeldDocuments): SaveState {
  return { ...saveDecider.initial, saved: documents.get(saves, saveId) !== undefined };
}

const predicted = predictByDeciding(saveNoun, { save: saveOf, post: postOf, user: userOf, campus: campusOf });

export const savePredictions = {
  SavePost: predicted('SavePost'),
  UnsavePost: predicted('UnsavePost'),
};
