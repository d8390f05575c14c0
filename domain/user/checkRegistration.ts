import type { Rejection } from '../kernel/rejection.ts';
import { normaliseEmail, parseEmail } from './email.ts';
import { parseName } from './name.ts';
import { userRejection } from './rejection.ts';

/** The fields of a sign-up, without the password, which is never part of a command. */
export interface Registration {
  readonly email: string;
  readonly name: string;
}

/**
 * The error of a registration by itself, or `null`: without it nothing is claimed for one that cannot succeed (AUTH-13,
 * AUTH-14).
 */
export function checkRegistration(registration: Registration): Rejection | null {
  if (normaliseEmail(registration.email) === '') return userRejection('EMAIL_REQUIRED');
  if (parseEmail(registration.email) === null) return userRejection('EMAIL_REFUSED');
  const parsed = parseName(registration.name);
  return parsed.ok ? null : parsed.rejection;
}
