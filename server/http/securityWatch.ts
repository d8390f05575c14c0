import type { RequestHandler } from 'express';
import type { SecurityLog } from '../securityLog.ts';
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
/** Brakes on everybody; the locks of an account are noted where they are decided. */
const BRAKES: ReadonlySet<string> = new Set(['RATE_LIMITED', 'BUSY']);

/** Notes refused access and brakes, whichever route answered; `sendRefusals` leaves the code, `authenticate` the user. */
export function securityWatch(note: SecurityLog): RequestHandler {
  return (request, response, next) => {
    response.on('finish', () => {
      const { refusal, userId } = response.locals as { refusal?: string; userId?: string };
      if (refusal === undefined) return;
      const details = { user: userId ?? null, address: addressOf(request), code: refusal };
      if (BRAKES.has(refusal)) note('excess_rate_limit_exceeded', details);
      else if (statusOf(refusal) === FORBIDDEN && !GATES.has(refusal)) note('authz_fail', details);
    });
    next();
  };
}
