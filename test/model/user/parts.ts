import type { Account } from '#projections/user/collections.ts';
import type { Known } from '../acts.ts';
import type { Asked } from '../model.ts';
import type { Part, Parts } from '../parts.ts';

interface MailedCode {
  readonly at: string;
  readonly purpose: string;
  readonly codeId: string;
  failed: boolean;
  /** It was mailed to an address that is the account's no more. */
  isVoid: boolean;
}

/** Users by the log, in the plainest code. */
export interface UserLedger {
  readonly confirmed: Set<string>;
  readonly google: Set<string>;
  readonly memberOf: Map<string, string>;
  readonly erased: Set<string>;
  readonly moderators: Set<string>;
  /** Ids of passwords that were set after the sign-up. */
  readonly passwords: Map<string, string | null>;
  readonly codes: Map<string, MailedCode[]>;
  /** How often each changed an address that was not confirmed. */
  readonly changes: Map<string, number>;
}

export const userLedger: Part<UserLedger> = {
  begin: () => ({
    confirmed: new Set(),
    google: new Set(),
    memberOf: new Map(),
    erased: new Set(),
    moderators: new Set(),
    passwords: new Map(),
    codes: new Map(),
    changes: new Map(),
  }),
};

/** A person in a history. */
export interface Someone {
  readonly name: string;
  memberOf: string | null;
  erased: boolean;
}

export const historyPeople: Part<Someone[]> = { begin: () => [] };

/** One of a history's people. */
export function someone(parts: Parts, who: number): Someone {
  const people = parts.of(historyPeople);
  const person = people[who % people.length];
  if (person === undefined) throw new Error('A history begins with somebody.');
  return person;
}

/** Who gives the commands of moderators in a story: one of them, if there is any. */
export function moderatorOf({ world, pick }: Pick<Asked, 'world' | 'pick'>): string | undefined {
  const moderators = world.ids('user').filter((userId) => world.user(userId).isModerator);
  return moderators[pick % (moderators.length || 1)];
}

/** Whether somebody who acts is a moderator, as far as is known. */
export function isModeratorIn({ all, me }: Pick<Known, 'all' | 'me'>): boolean {
  return all<Account>('accounts').some(({ key, doc }) => key === me && doc?.isModerator === true);
}
