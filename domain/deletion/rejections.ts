import { conflict, forbidden } from '../kernel/rejection.ts';

/** Refusals about the deletion of an account. */
export const deletionRejections = {
  /** The answer to every other command while the deletion is pending. */
  DELETION_PENDING: forbidden('Your account is going to be deleted. Keep it first.'),
  DELETION_BEGUN: conflict('Your account is being deleted now. It can no longer be kept.'),
  /** The account has no password, or it was not given: a sign-in of a few minutes ago is needed. */
  SIGN_IN_AGAIN: forbidden('Please sign in again, so that we know it is you.'),
};
