import { secondsBetween } from '#domain/kernel/time.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { CODE_RESEND_SECONDS, CODES_PER_HOUR, UNCONFIRMED_EMAIL_CHANGES_MAX } from '#domain/user/limits.ts';
import { isSchoolEmail } from '#domain/user/schoolEmail.ts';
import { type Happened, isHouse, must, type Rule, type Unlawful } from '../model.ts';
import type { Parts } from '../parts.ts';
import { type UserLedger, userLedger } from './parts.ts';

const SECONDS_PER_HOUR = 3_600;

function* check({ event: happened, at, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as UserEvent;
  const ledger = ledgers.of(userLedger);
  const { userId } = event.data;
  yield must(!ledger.erased.has(userId), `${event.type} of ${userId}, who is erased`);
  switch (event.type) {
    case 'UserRegistered':
      yield must(!ledger.codes.has(userId), `${userId} registers twice`);
      ledger.codes.set(userId, []);
      return;
    case 'CodeRequested':
      yield* checkCode(ledger, event.data, at);
      return;
    case 'CodeNotSent':
    case 'CodeSent':
      for (const code of ledger.codes.get(userId) ?? []) {
        if (code.codeId === event.data.codeId) code.failed = event.type === 'CodeNotSent';
      }
      return;
    case 'EmailConfirmed':
    case 'UnconfirmedEmailChanged':
      yield* checkUnconfirmed(ledger, event);
      return;
    case 'GoogleLinked':
    case 'GoogleUnlinked':
      yield* checkGoogle(ledger, event, actor);
      return;
    case 'EmailChanged': {
      yield must(ledger.confirmed.has(userId), `${userId} changes an address that is not confirmed`);
      const asked = ledger.codes.get(userId)?.find(({ codeId }) => codeId === event.data.codeId);
      yield must(asked?.purpose === 'change-email', `${userId} changes the address by a code for something else`);
      const isUnchanged = typeof event.data.email === 'string' && event.data.email === event.data.previousEmail;
      yield must(!isUnchanged, `${userId} changes the address to what it is`);
      return;
    }
    case 'SchoolVerified': {
      const { campus, previousCampus, schoolEmail } = event.data;
      yield must(ledger.confirmed.has(userId), `${userId} joins without an address`);
      yield must(previousCampus === (ledger.memberOf.get(userId) ?? null), `${userId} comes from another campus`);
      const email: unknown = schoolEmail;
      const isReadable = typeof email === 'string' && email.includes('@');
      yield must(!isReadable || isSchoolEmail(campus, email), `${userId} joins ${campus} with another address`);
      ledger.memberOf.set(userId, campus);
      return;
    }
    case 'PasswordChanged': {
      const { passwordId, how } = event.data;
      yield must((passwordId === null) === (how === 'dropped'), `the password of ${userId} is ${how}`);
      yield must(isHouse(actor) || how === 'dropped', `the password of ${userId} is changed by ${actor}`);
      yield must(how === 'changed' || how === 'set' || ledger.confirmed.has(userId), `${how} without an address`);
      yield must(ledger.passwords.get(userId) !== passwordId, `${userId} gets the same password twice`);
      ledger.passwords.set(userId, passwordId);
      return;
    }
    case 'ModeratorAppointed':
      yield must(isHouse(actor), `${userId} is made a moderator by ${actor}`);
      yield must(ledger.confirmed.has(userId), `${userId} is a moderator without an address`);
      yield must(!ledger.moderators.has(userId), `${userId} is made a moderator twice`);
      ledger.moderators.add(userId);
      return;
    case 'ModeratorDismissed':
      yield must(isHouse(actor), `${userId} loses the role by ${actor}`);
      yield must(ledger.moderators.delete(userId), `${userId} loses a role without having it`);
      return;
    case 'SubjectErased':
      yield must(event.data.campus === (ledger.memberOf.get(userId) ?? null), `${userId} leaves another campus`);
      ledger.memberOf.delete(userId);
      ledger.moderators.delete(userId);
      ledger.erased.add(userId);
      return;
    default:
      yield must(ledger.confirmed.has(userId), `${event.type} of ${userId}, whose address is not confirmed`);
  }
}

/** The address that an account has until one is confirmed. */
function* checkUnconfirmed(
  { confirmed, codes, changes }: UserLedger,
  { type, data }: Extract<UserEvent, { readonly type: 'EmailConfirmed' | 'UnconfirmedEmailChanged' }>,
): Iterable<Unlawful | null> {
  const { userId } = data;
  const own = codes.get(userId) ?? [];
  if (type === 'EmailConfirmed') {
    yield must(!confirmed.has(userId), `${userId} confirms the address twice`);
    const isVoid = own.some((code) => code.codeId === data.codeId && code.isVoid);
    yield must(!isVoid, `${userId} confirms by a code that was mailed to the address before`);
    confirmed.add(userId);
    return;
  }
  yield must(!confirmed.has(userId), `${userId} changes a confirmed address without a code`);
  const count = (changes.get(userId) ?? 0) + 1;
  yield must(count <= UNCONFIRMED_EMAIL_CHANGES_MAX, `${userId} changes the address too often`);
  changes.set(userId, count);
  for (const code of own) code.isVoid = true;
}

function* checkGoogle(
  { google, confirmed, passwords }: UserLedger,
  { type, data }: Extract<UserEvent, { readonly type: 'GoogleLinked' | 'GoogleUnlinked' }>,
  actor: string,
): Iterable<Unlawful | null> {
  const { userId } = data;
  if (type === 'GoogleUnlinked') {
    yield must(isHouse(actor), `the Google account of ${userId} is unlinked by ${actor}`);
    yield must(google.delete(userId), `${userId} loses a Google account without having one`);
    yield must(passwords.get(userId) !== null, `${userId} loses the only way in`);
    return;
  }
  yield must(!google.has(userId), `${userId} has two Google accounts`);
  google.add(userId);
  if (data.isSignUp) passwords.set(userId, null);
  confirmed.add(userId);
}

function* checkCode(
  { codes }: UserLedger,
  { userId, purpose, codeId }: { readonly userId: string; readonly purpose: string; readonly codeId: string },
  at: string,
): Iterable<Unlawful | null> {
  const own = codes.get(userId) ?? [];
  const counted = own.filter((code) => !code.failed);
  const last = counted.findLast((code) => code.purpose === purpose);
  const isTooSoon = last !== undefined && secondsBetween(last.at, at) < CODE_RESEND_SECONDS;
  yield must(!isTooSoon, `${userId} is mailed a code too soon`);
  const lately = counted.filter((code) => secondsBetween(code.at, at) < SECONDS_PER_HOUR);
  yield must(lately.length < CODES_PER_HOUR, `${userId} is mailed too many codes`);
  own.push({ at, purpose, codeId, failed: false, isVoid: false });
}

/** The rule for a user's stream. */
export const userRule: Rule = { category: 'user', check };
