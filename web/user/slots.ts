import { slot } from '../kit/slots.tsx';

/** What of a person's is shown below their profile's head. */
export const profileSections = slot<{ readonly userId: string; readonly isOwn: boolean }>('sections of a profile');
