import { isIPv4, isIPv6 } from 'node:net';
import type { Logger } from './logging.ts';

/**
 * Security events, by stable names, from the OWASP Logging Vocabulary if it has one. The value is the level of the
 * line.
 */
export const SECURITY_EVENTS = {
  /** Somebody signed up. */
  user_created: 'info',
  authn_login_success: 'info',
  /** A wrong password, or an address without an account (`user` is `null`). */
  authn_login_fail: 'info',
  /** A login was refused after too many failed ones (AUTH-08). */
  authn_login_lock: 'warn',
  /** A link in a mail was refused: used, old, foreign or forged. */
  authn_link_fail: 'info',
  /** Another password opens an account. */
  authn_password_change: 'info',
  /** The deletion of an account was requested. */
  sensitive_delete: 'info',
  /** Somebody downloads everything about themselves. */
  sensitive_read: 'info',
  authn_google_unlinked: 'info',
  authn_passkey_added: 'info',
  authn_passkey_removed: 'info',
  /** A passkey's counter went back, so somebody may have a copy. It was refused. */
  authn_passkey_copied: 'warn',
  /** A code was refused after too many wrong ones. */
  authn_code_lock: 'warn',
  /** A refresh token was used again after its exchange, so somebody has a copy. Its session was ended. */
  authn_token_reuse: 'warn',
  /** A request without access, or from a page of another site; `code` names the rule that refused it. */
  authz_fail: 'info',
  /** A rate limit on requests, logins, sign-ups or codes. */
  excess_rate_limit_exceeded: 'info',
} as const satisfies Record<string, 'info' | 'warn'>;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** Known details of an event. */
export interface SecurityDetails {
  /** Id of the account concerned. */
  readonly user?: string | null;
  /** Network address; only its prefix is written. */
  readonly address?: string;
  /** Code of the refusal. */
  readonly code?: string;
}

/** Notes an event in the log and in the metrics. */
export type SecurityLog = (event: SecurityEvent, details: SecurityDetails) => void;

/** Notes a refusal of access, or by a rate limit. */
export type NoteRefusal = (code: string, by: { readonly userId: string | null; readonly address: string }) => void;

/** Notes nothing. */
export const silentSecurityLog: SecurityLog = () => undefined;

/** Makes the security log. Its lines hold ids, codes and prefixes, never addresses, e-mails or secrets (P9). */
export function createSecurityLog(
  logger: Pick<Logger, 'info' | 'warn'>,
  count: (event: SecurityEvent) => void,
): SecurityLog {
  return (event, { user = null, address, code }) => {
    count(event);
    const network = address === undefined ? null : networkPrefix(address);
    logger[SECURITY_EVENTS[event]]({ event, user, network, ...(code !== undefined && { code }) }, 'security');
  };
}

/** Parts of an IPv6 address, 16 bits each, that are logged. */
const IPV6_PREFIX_PARTS = 3;
const IPV6_PARTS = 8;

/** The network of an address, wide enough to name no household: /24 of IPv4, /48 of IPv6. */
export function networkPrefix(address: string): string {
  const [bare = ''] = address.split('/');
  const unmapped = bare.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(unmapped)) return `${unmapped.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(bare)) return 'unknown';
  const [head = '', tail] = bare.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, IPV6_PARTS - before.length - after.length);
  const parts = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, IPV6_PREFIX_PARTS);
  return `${parts.map((part) => Number.parseInt(part, 16).toString(16)).join(':')}::/48`;
}
