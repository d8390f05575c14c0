import { type Decision, refuse } from '../kernel/decider.ts';
import { userRejection } from './rejection.ts';
import { isStanding, type UserState } from './state.ts';

/** The refusal of something done to an account that is not there or no longer there, or `null`. */
export function refuseUnlessStanding(user: UserState): Decision<never> | null {
  if (isStanding(user)) return null;
  return refuse(userRejection(user.erased ? 'USER_ERASED' : 'USER_UNKNOWN'));
}
