import { streamFact } from '../kernel/command.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { CampusPrivacy } from './privacy.ts';

/** The changing part of a campus; the rest stands in the registry. */
export interface CampusState extends Counted {
  readonly privacy: CampusPrivacy;
}

/** Every campus begins open. */
export const initialCampus: CampusState = { privacy: 'public', eventCount: 0 };

/** A campus as a fact of another noun's command. */
export const campusFact = streamFact<CampusState>('campus');
