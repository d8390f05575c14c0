import type { Rejection } from '../kernel/rejection.ts';
import { EMAIL_LOCAL_MAX_CHARACTERS, EMAIL_MAX_CHARACTERS } from './limits.ts';
import { userRejection } from './rejection.ts';

/** The canonical form of an address: trimmed, lower case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Letters, digits and . _ % + - (AUTH-06, Q18). */
const LOCAL_PART = /^[a-z0-9._%+-]+$/;
/** Labels of letters, digits and inner hyphens, and a top level of two letters or more. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Local part and domain of an address, normalised; `null` when it is no address that we take (AUTH-06). */
export function parseEmail(email: string): { readonly local: string; readonly domain: string } | null {
  const address = normaliseEmail(email);
  if (address.length > EMAIL_MAX_CHARACTERS) return null;
  const at = address.indexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (at < 1 || local.length > EMAIL_LOCAL_MAX_CHARACTERS || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) {
    return null;
  }
  return { local, domain };
}

/** Domains of one provider that ignores dots before the @. */
const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an address, for what counts people and not addresses (mails, bans, popular searches): without a tag
 * (`ada+x@` reaches `ada@`, RFC 5233), and at Google's mail without dots. No account is found by it.
 */
export function mailboxOf(email: string): string {
  const address = normaliseEmail(email);
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  const domain = address.slice(at + 1);
  return DOTLESS_DOMAINS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Whether two accounts have a mailbox in common, as far as their addresses tell: then one person may have both. */
export function shareMailbox(one: Addresses, other: Addresses): boolean {
  const mailboxes = new Set(addressesOf(one).map(mailboxOf));
  return addressesOf(other).some((address) => mailboxes.has(mailboxOf(address)));
}

/** The addresses of an account. */
interface Addresses {
  readonly email: string | null;
  readonly schoolEmail: string | null;
}

function addressesOf({ email, schoolEmail }: Addresses): readonly string[] {
  return [email, schoolEmail].filter((address) => address !== null);
}

/** The error of an address in a form, or `null` (AUTH-06). */
export function checkEmail(email: string): Rejection | null {
  if (email.trim() === '') return userRejection('EMAIL_REQUIRED');
  return parseEmail(email) === null ? userRejection('EMAIL_INVALID') : null;
}

/** An address for somebody who need not know it, with the first character of its local part: `a•••@ou.edu` (Q13). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
