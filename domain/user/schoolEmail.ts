import { findCampus } from '../campus/face.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { normaliseEmail, parseEmail } from './email.ts';
import { userRejection } from './rejection.ts';

/** Whether the address belongs to the campus: its domain is in the campus's list (CAMP-04, Q01, Q18). */
export function isSchoolEmail(campusId: string, email: string): boolean {
  const domain = parseEmail(email)?.domain;
  return domain !== undefined && (findCampus(campusId)?.emailDomains.includes(domain) ?? false);
}

/**
 * The error of a school address for a campus, or `null` (VERF-11).
 *
 * @param current the person's school address if they are a member of this very campus, else `null`
 */
export function checkSchoolEmail(campusId: string, email: string, current: string | null): Rejection | null {
  const campus = findCampus(campusId);
  if (campus === undefined || campus.emailDomains.length === 0) return kernelRejection('SOMETHING_WENT_WRONG');
  const address = normaliseEmail(email);
  if (address === '' || address === current) return userRejection('SCHOOL_EMAIL_REQUIRED');
  return isSchoolEmail(campusId, address) ? null : userRejection('SCHOOL_EMAIL_INVALID');
}
