import type { RequestHandler } from 'express';
import type { NoteRefusal, SecurityLog } from '../observability/securityLog.ts';
import { addressOf } from './requestContext.ts';
import { statusOf } from './status.ts';

/** Access refusals of everyday use, which are no security events. */
const GATES: ReadonlySet<string> = new Set([
  'EMAIL_NOT_CONFIRMED',
  'SCHOOL_NOT_VERIFIED',
  'PROFILE_INCOMPLETE',
  'OTHER_CAMPUS',
  'OUTSIDE_AREA',
]);
const FORBIDDEN = 403;
/** General rate limits; the code that locks an account notes that itself. */
const RATE_LIMITS: ReadonlySet<string> = new Set(['RATE_LIMITED', 'BUSY']);

/** Decides which refusals are security events, the same for requests and for sockets. */
export function createNoteRefusal(note: SecurityLog): NoteRefusal {
  return (code, { userId, address }) => {
    const details = { user: userId, address, code };
    if (RATE_LIMITS.has(code)) note('excess_rate_limit_exceeded', details);
    else if (statusOf(code) === FORBIDDEN && !GATES.has(code)) note('authz_fail', details);
  };
}

/** Notes refused requests of all routes; `sendRefusals` stores the code, `authenticate` the user. */
export function securityWatch(noteRefusal: NoteRefusal): RequestHandler {
  return (request, response, next) => {
    response.on('finish', () => {
      const { refusal, userId = null } = response.locals as { refusal?: string; userId?: string };
      if (refusal !== undefined) noteRefusal(refusal, { userId, address: addressOf(request) });
    });
    next();
  };
}
