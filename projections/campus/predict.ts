import { type CampusState, initialCampus } from '#domain/campus/state.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { communities } from './collections.ts';

/** A campus's state as far as the held documents show it; the id of its stream is the key of its document. */
export function campusOf(campus: string, documents: HeldDocuments): CampusState {
  return { ...initialCampus, privacy: documents.get(communities, campus)?.privacy ?? initialCampus.privacy };
}
