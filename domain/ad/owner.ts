import { banRejection } from '../ban/rejection.ts';
import { type BanState, banFact } from '../ban/state.ts';
import { type DeletionState, deletionFact, refuseLeaving } from '../deletion/face.ts';
import type { StreamFact } from '../kernel/command.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { userRejection } from '../user/rejection.ts';
import { type UserState, userFact } from '../user/state.ts';

/** The state of an ad's owner; `null`: nobody is known. */
export interface OwnerFacts {
  readonly ban: BanState | null;
  readonly deletion: DeletionState | null;
  readonly owner: UserState | null;
}

/** The facts about an ad's owner. */
export function ownerFacts(author: string | null): {
  readonly [Name in keyof OwnerFacts]: StreamFact<NonNullable<OwnerFacts[Name]>> | null;
} {
  if (author === null) return { ban: null, deletion: null, owner: null };
  return { ban: banFact(author), deletion: deletionFact(author), owner: userFact(author) };
}

/**
 * Why the owner of an ad can pause nothing, or `null`. Such an ad ends with the day that is paid: nobody is charged for what
 * they cannot stop.
 */
export function refuseHelpless({ ban, deletion, owner }: OwnerFacts): Rejection | null {
  if (ban?.isBanned === true) return banRejection('ACCOUNT_BANNED');
  if (owner?.erased === true) return userRejection('USER_ERASED');
  return deletion === null ? null : refuseLeaving(deletion);
}
