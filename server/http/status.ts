import type { RejectionKind } from '#domain/kernel/rejection.ts';
import { rejectionKind } from '#domain/registry.ts';

/** HTTP status by the kind of a rule's refusal; the only mapping between the two. */
const STATUS_OF_KIND: Readonly<Record<RejectionKind, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  unsupported: 415,
  /** The request was understood, and a rule refuses it. */
  invalid: 422,
  'too-many': 429,
};

/** HTTP status of the edge's own refusals, by code (see `edgeTexts`). One that is not named here answers 422. */
export const STATUS: Readonly<Record<string, number>> = {
  COMMAND_UNKNOWN: 400,
  COMMAND_INVALID: 400,
  COMMAND_TOO_COMPLEX: 400,
  REQUEST_INVALID: 400,
  BODY_INVALID: 400,
  UPLOAD_MISSING: 400,
  LOGIN_INVALID: 400,
  PASSWORD_WRONG: 401,
  LOGIN_UNKNOWN: 401,
  METRICS_TOKEN: 401,
  ORIGIN_REFUSED: 403,
  OUTSIDE_AREA: 403,
  HAND_OVER_REFUSED: 403,
  ACTOR_MISMATCH: 403,
  TOPIC_FORBIDDEN: 403,
  NOT_FOUND: 404,
  TOPIC_UNKNOWN: 404,
  PROTOCOL_CHANGED: 409,
  SESSION_CHANGED: 409,
  UPLOAD_OFFSET: 409,
  UPLOAD_PROTOCOL: 412,
  UPLOAD_TYPE: 415,
  UPLOAD_BEYOND: 413,
  COMMAND_TOO_LARGE: 413,
  BODY_TOO_LARGE: 413,
  COMMAND_VERSION_UNKNOWN: 422,
  CODE_TRIES_USED_UP: 429,
  LOGIN_LOCKED: 429,
  RATE_LIMITED: 429,
  UPLOADS_AT_ONCE: 429,
  UPLOADS_UNUSED: 429,
  FORMAT_UNKNOWN: 501,
  FAULT: 500,
  LOGIN_FAULT: 500,
  PERSON_NOT_READ: 500,
  CLIENT_NOT_BUILT: 503,
  BUSY: 503,
  UPLOADS_BUSY: 503,
  UNAVAILABLE: 503,
  TRY_AGAIN: 503,
  LINK_NOT_SENT: 503,
};

const REFUSED = 422;

/** HTTP status of a refusal. */
export function statusOf(code: string): number {
  const kind = rejectionKind(code);
  if (kind !== null) return STATUS_OF_KIND[kind];
  return Object.hasOwn(STATUS, code) ? (STATUS[code] ?? REFUSED) : REFUSED;
}
