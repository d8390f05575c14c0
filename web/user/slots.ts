import { slot } from '../kit/slots.tsx';

/** Sections below a profile's head. */
export const profileSections = slot<{ readonly userId: string; readonly isOwn: boolean }>('sections of a profile');
