/** Exports of users for other nouns. */
export { AuthForm as EntranceForm } from './AuthForm.tsx';
export { entrance } from './entrance.ts';
export { FullName } from './person/FullName.tsx';
export { fullName, handle, profilePath } from './person/names.ts';
export { PersonList } from './person/PersonList.tsx';
export { personActions } from './person/slots.ts';
export { UserAvatar } from './person/UserAvatar.tsx';
export { logInWays, profileActions, profileMenu, profileTabs } from './slots.ts';
export { createOrigin } from './wizardOrigin.ts';
