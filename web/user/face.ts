/** What other nouns may use of users. */
export { FullName } from './FullName.tsx';
export { fullName, profilePath } from './names.ts';
export { profileSections } from './slots.ts';
export { UserAvatar } from './UserAvatar.tsx';
export { createOrigin } from './wizardOrigin.ts';
