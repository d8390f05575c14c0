import { reveal } from '#domain/kernel/personal.ts';
import { isProfileComplete } from '#domain/user/access.ts';
import { accounts, authorCounters, homes, introductions, people } from '#projections/user/collections.ts';
import type { OwnRecord } from '../archive/ownRecord.ts';

/** The one type of account that there is (DATA-01). */
const ACCOUNT_TYPE = 'individual';
/** Cents that an account begins with; only payments will add to them. */
const FIRST_FUNDS_CENTS = 0;

/** The account's and the profile's part of a person's record (DATA-01). */
export const userRecord: OwnRecord = (own) => {
  const person = own.get(people);
  const account = own.get(accounts);
  const introduction = own.get(introductions);
  const home = own.get(homes);
  if (person === null || account === null || home === null) return {};
  return {
    _id: person.id,
    campus_id: account.campus,
    first_name: reveal(person.firstName),
    last_name: reveal(person.lastName),
    username: reveal(person.username),
    email: reveal(account.email),
    school_email: reveal(account.schoolEmail),
    grad_year: introduction === null ? null : reveal(introduction.graduationYear),
    img: reveal(person.picture)?.name ?? null,
    bio: introduction === null ? null : reveal(introduction.bio),
    profile_set_up: isProfileComplete(person),
    verified: account.verified,
    school_verified: account.memberOf !== null,
    type: ACCOUNT_TYPE,
    available_funds: FIRST_FUNDS_CENTS,
    totalPosts: own.get(authorCounters)?.posts ?? 0,
    date: home.joinedAt,
    createdAt: home.joinedAt,
  };
};
