import { isStanding, type UserState } from './state.ts';

/**
 * Whether anybody may have a magic link mailed to the account's own address, without knowing it (AUTH-29, Q13): as long
 * as its person is no verified member of a campus.
 */
export function mayBeClaimed(user: UserState): user is UserState & { readonly email: string } {
  return isStanding(user) && user.email !== null && user.memberOf === null;
}
