import { forbidden } from '../kernel/rejection.ts';

/** Refusals about bans. */
export const banRejections = {
  /** AUTH-07, GUARD-11, Q79; without a period, as the forms show it. */
  ACCOUNT_BANNED: forbidden('Account has been banned'),
  /** AUTH-20; with a period, as after a sign-in by Google. */
  GOOGLE_ACCOUNT_BANNED: forbidden('Account has been banned.'),
  MODERATOR_PROTECTED: forbidden('A moderator can not be banned. The operator has to take the role back first.'),
};
