import type { RequestHandler } from 'express';
import type { NoteRefusal, SecurityLog } from '../observability/securityLog.ts';
import { addressOf } from './requestContext.ts';
import { statusOf } from './status.ts';

/** Gates that the site leads people through every day. */
const GATES: ReadonlySet<string> = new Set([
  'EMAIL_NOT_CONFIRMED',
  'SCHOOL_NOT_VERIFIED',
  'PROFILE_INCOMPLETE',
  'OTHER_CAMPUS',
]);
const FORBIDDEN = 403;
/** Rate limits on everybody; the locks of an account are noted where they are decided. */
const RATE_LIMITS: ReadonlySet<string> = new Set(['RATE_LIMITED', 'BUSY']);

/** Makes the rule of which refusals are security events, the same for requests and for sockets. */
export function createNoteRefusal(note: SecurityLog): NoteRefusal {
  return (code, { userId, address }) => {
    const details = { user: userId, address, code };
    if (RATE_LIMITS.has(code)) note('excess_rate_limit_exceeded', details);
    else if (statusOf(code) === FORBIDDEN && !GATES.has(code)) note('authz_fail', details);
  };
}

/** Notes what requests are refused, whichever route answered; `sendRefusals` leaves the code, `authenticate` the user. */
export function securityWatch(noteRefusal: NoteRefusal): RequestHandler {
  return (request, response, next) => {
    response.on('finish', () => {
      const { refusal, userId = null } = response.locals as { refusal?: string; userId?: string };
      if (refusal !== undefined) noteRefusal(refusal, { userId, address: addressOf(request) });
    });
    next();
  };
}
