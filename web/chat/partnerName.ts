import type { Profile } from '#projections/user/collections.ts';
import { fullName } from '../user/face.ts';

/** The name of the other one; of somebody whose account has ended there is none any more (D53). */
export function partnerName(person: Profile | undefined, isClosed: boolean): string {
  return isClosed || person?.erased === true ? 'Deleted user' : fullName(person);
}
