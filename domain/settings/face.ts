/** Exports of settings for other nouns, beside the files that every noun shows. */
export { settingsFact, wantsMail } from './decider.ts';
export { type MailKind, mailKinds } from './mailKinds.ts';
export { mailKindWords } from './mailKindWords.ts';
