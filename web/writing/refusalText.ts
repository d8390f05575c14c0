import type { Refusal } from '#projections/sync/protocol.ts';
import { RequestRefused } from '../sync/transport/http.ts';

/** Text for a fault of the server or the page (POST-13). */
export const FAULT = 'Something went wrong.';
/** Statuses from here on are the server's own faults. */
const FIRST_FAULT_STATUS = 500;
/** Codes of answers over the socket that are faults of the server. */
const FAULT_CODES: readonly string[] = ['FAULT'];

/** Text for a refused draft: the rule's own words, unless the server is at fault. */
export function refusalText({ code, text }: Pick<Refusal, 'code' | 'text'>): string {
  return FAULT_CODES.includes(code) ? FAULT : text;
}

/** Why an upload failed: the server's own words, unless the fault is its own. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof RequestRefused)) return FAULT;
  // No room for a picture just now is no fault: its text says when to try again.
  return error.status < FIRST_FAULT_STATUS || error.refusal.code === 'UPLOADS_BUSY' ? error.message : FAULT;
}
