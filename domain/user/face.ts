/** Exports of users for other nouns, beside the files that every noun shows. */
export { refuseUnlessStanding } from './acting.ts';
export { mailboxOf, shareMailbox } from './email.ts';
export { pictureFolder } from './files.ts';
