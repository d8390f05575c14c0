import type { Rejection } from '../kernel/rejection.ts';
import { hoursInSeconds, secondsBetween } from '../kernel/time.ts';
import { normaliseEmail } from './email.ts';
import type { CodePurpose } from './events.ts';
import { CODE_RESEND_SECONDS, CODE_VALID_HOURS, CODES_PER_HOUR } from './limits.ts';
import { userRejection } from './rejection.ts';

/** A code that was asked for. The code itself is only in the vault, as a hash. */
export interface RequestedCode {
  readonly codeId: string;
  readonly purpose: CodePurpose;
  /** Address of its mail, normalised; `null`: the code is void, since the account has another address or was erased. */
  readonly email: string | null;
  readonly campus: string;
  /** ISO instant. */
  readonly requestedAt: string;
  readonly state: 'requested' | 'sent' | 'failed';
  /** ISO instant, `null` until the mail was accepted. */
  readonly sentAt: string | null;
}

/** Codes that a state remembers: more than can be valid at one time. */
const REMEMBERED_CODES = 20;

/** Adds a code, forgetting those that can't matter any more. */
export function rememberCode(codes: readonly RequestedCode[], code: RequestedCode): readonly RequestedCode[] {
  return [...codes, code].slice(-REMEMBERED_CODES);
}

/** The codes, of which those of a purpose confirm nothing more. They count with the limits of mails still (Q15). */
export function voidCodes(codes: readonly RequestedCode[], purpose: CodePurpose): readonly RequestedCode[] {
  return codes.map((code) => (code.purpose === purpose ? { ...code, email: null } : code));
}

/** Whether a code sent at `sentAt` is still valid at `now` (VERF-04, VERF-06). Both are ISO instants. */
export function isCodeFresh(sentAt: string, now: string): boolean {
  return secondsBetween(sentAt, now) <= hoursInSeconds(CODE_VALID_HOURS);
}

/**
 * Why no further code may be asked for now, or `null` (Q15): 30 s after the last one of its purpose, and 5 an hour.
 * A code that could not be mailed does not count. The rejection says how long to wait.
 */
export function waitForNextCode(codes: readonly RequestedCode[], purpose: CodePurpose, now: string): Rejection | null {
  const counted = codes.filter((code) => code.state !== 'failed');

  const last = counted.findLast((code) => code.purpose === purpose);
  const pause = last === undefined ? 0 : remaining(last.requestedAt, CODE_RESEND_SECONDS, now);
  if (pause > 0) return userRejection('CODE_TOO_SOON', { seconds: pause });

  const hour = hoursInSeconds(1);
  const fifthLast = counted.at(-CODES_PER_HOUR);
  const seconds = fifthLast === undefined ? 0 : remaining(fifthLast.requestedAt, hour, now);
  if (seconds > 0) return userRejection('CODE_TOO_MANY', { seconds, minutes: Math.ceil(seconds / 60) });
  return null;
}

/**
 * Whole seconds until `span` seconds after `since` have passed; never more than `span`, even if the clock was set back.
 */
function remaining(since: string, span: number, now: string): number {
  return Math.min(span, Math.max(0, Math.ceil(span - secondsBetween(since, now))));
}

/**
 * Whether the code may be used for a purpose and address (Q16). The vault has compared the digits; this is the
 * rule of the log. A code not yet recorded as sent has just been mailed: the vault has checked its age.
 */
export function isCodeUsable(
  codes: readonly RequestedCode[],
  use: { readonly codeId: string; readonly purpose: CodePurpose; readonly email: string },
  now: string,
): boolean {
  const code = codes.find((each) => each.codeId === use.codeId);
  if (code === undefined || code.purpose !== use.purpose || code.email !== use.email) return false;
  return code.sentAt === null || isCodeFresh(code.sentAt, now);
}

/**
 * Whether the newest change of address that was asked for is the one to this address, and its code still counts. Only the
 * newest: somebody who has gone back from an address does not get there again without a new proof.
 */
export function isUnderWay(codes: readonly RequestedCode[], email: string, now: string): boolean {
  const newest = codes.findLast(({ purpose }) => purpose === 'change-email');
  return newest?.email === normaliseEmail(email) && isCodeFresh(newest.requestedAt, now);
}
