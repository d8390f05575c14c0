import type { Profile } from '#projections/user/collections.ts';
import { slot } from '../../kit/slots.tsx';

/** Buttons of other nouns beside a person in a list (SAVE-05). */
export const personActions = slot<{ readonly person: Profile }>('actions of a person in a list');
