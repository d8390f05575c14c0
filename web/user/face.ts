/** Exports of users for other nouns. */
export { FullName } from './FullName.tsx';
export { fullName, profilePath } from './names.ts';
export { profileSections, signInWays } from './slots.ts';
export { UserAvatar } from './UserAvatar.tsx';
export { createOrigin } from './wizardOrigin.ts';
