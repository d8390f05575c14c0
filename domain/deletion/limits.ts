/** Limits of the deletion of an account, with the unit in the name or the comment. Server and client share them. */

/** Days between the request and the erasure, in which the person can keep the account. */
export const DELETION_GRACE_DAYS = 7;
