import { fillText, type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { rejectionText } from '#domain/registry.ts';
import type { Refusal } from '#projections/sync/protocol.ts';

/** Texts of refusals that the edge makes (HTTP, socket, dispatcher, identity), not a rule of the domain. */
export const edgeTexts = {
  COMMAND_UNKNOWN: 'This action is unknown. Please reload the page.',
  COMMAND_VERSION_UNKNOWN: 'A new version of this site is ready. Please reload the page.',
  COMMAND_INVALID: 'The field {field} is not right: {problem}.',
  COMMAND_TOO_COMPLEX: 'That is nested too deeply or has too many parts.',
  COMMAND_TOO_LARGE: 'That is too large to be stored.',
  ACTOR_MISMATCH: 'This was written by another account. Sign in to that account to send it.',
  RATE_LIMITED: 'That was too fast. Please try again in {seconds} seconds.',
  /** The queue for long work is full. */
  BUSY: 'Many people are here at once. Please try again in {seconds} seconds.',
  UNAVAILABLE: 'The server is busy. We will try again.',
  /** A fault of ours; SOMETHING_WENT_WRONG is a refusal by a rule with the same words (VERF-11). */
  FAULT: 'Something went wrong',
  REQUEST_INVALID: 'The field {field} is not right: {problem}.',
  FORMAT_UNKNOWN: 'Only the format json is answered.',
  BODY_INVALID: 'The request could not be read.',
  BODY_TOO_LARGE: 'The request is too large.',
  OUTSIDE_AREA: 'Quad is not available where you are.',
  /** The page is of another release than the hub. */
  PROTOCOL_CHANGED: 'A new version of this site is ready. Please reload the page.',
  /** The page shows another person, or nobody, as signed in. */
  SESSION_CHANGED: 'Somebody else is signed in here now. Please reload the page.',
  ORIGIN_REFUSED: 'This request came from another site and was refused.',
  METRICS_TOKEN: 'The metrics are read with the token of the operators (METRICS_TOKEN) as a bearer token.',
  NOT_FOUND: "Hmm...this page doesn't exist. Try searching for something else.",
  TOPIC_UNKNOWN: 'There is nothing to follow under this name.',
  TOPIC_FORBIDDEN: 'This community is private.',
  TOPICS_TOO_MANY: 'This page follows more than {limit} topics at once. Please reload it.',
  CLIENT_NOT_BUILT: 'The pages of this site are not built yet: run "npm start" instead of the server alone.',
  UPLOADS_AT_ONCE: 'At most {limit} files are uploaded at once. Please wait for one of them.',
  UPLOADS_UNUSED:
    'You have {limit} photos or videos that are in no post. Please send your posts first, or try again tomorrow.',
  /** Of another release, or of no client of ours (the tus protocol). */
  UPLOAD_PROTOCOL: 'A new version of this site is ready. Please reload the page.',
  UPLOAD_TYPE: 'A piece of a video is sent as application/offset+octet-stream.',
  UPLOAD_CONCATENATION: 'A video is sent as one upload: parts are not put together here.',
  UPLOAD_BEYOND: 'More arrived than this video was said to have. Please choose it again.',
  UPLOAD_OFFSET: 'A part of this video is here already. We will go on from there.',
  UPLOADS_BUSY: 'Many photos are being uploaded right now. Please try again in {seconds} seconds.',
  UPLOAD_MISSING: 'No photo arrived. Please choose one.',
  PASSWORD_WRONG: 'Wrong password!',
  LOGIN_UNKNOWN: 'Incorrect. Please try again.',
  /** The body is not a login at all (AUTH-09). */
  LOGIN_INVALID: 'Invalid login credentials.',
  /** A fault of ours while logging in (AUTH-09). */
  LOGIN_FAULT: 'Internal server error.',
  /** The outcome of a login or sign-up is not known; a retry may succeed (AUTH-09, AUTH-14). */
  TRY_AGAIN: 'Something went wrong. Try again.',
  LOGIN_LOCKED:
    'Access to this account has been temporarily disabled due to many failed login attempts. ' +
    'You can immediately restore it by resetting your password or you can try again later.',
  /** The code is used, too old, or for another host; the person logs in there. */
  HAND_OVER_REFUSED: 'Your visit could not begin. Please log in here, or try again.',
  /** The mail was not accepted (AUTH-28). */
  LINK_NOT_SENT: 'An unknown error has occurred',
  /** A profile that could not be read by its user name (PROF-13). */
  PERSON_NOT_READ: 'something went wrong',
  CODE_TRIES_USED_UP: 'Those were too many wrong codes. Please try again tomorrow.',
} as const;

export type EdgeCode = keyof typeof edgeTexts;

/** Codes after which the same request may succeed. */
const RETRIED = new Set<string>([
  'UNAVAILABLE',
  'BUSY',
  'RATE_LIMITED',
  'TRY_AGAIN',
  'PERSON_NOT_READ',
  'UPLOADS_AT_ONCE',
  'UPLOADS_BUSY',
  'UPLOAD_OFFSET',
]);

/** A refusal as programs and people read it, from a rejection of the domain or of the edge. */
export function refusalOf({ code, data }: Rejection): Refusal {
  const text = Object.hasOwn(edgeTexts, code)
    ? fillText(edgeTexts[code as EdgeCode], data)
    : rejectionText({ code, data });
  return { code, text, data: { ...data }, retry: RETRIED.has(code) };
}

/** A refusal by a code of the edge. */
export function edgeRefusal(code: EdgeCode, data: Rejection['data'] = {}): Refusal {
  return refusalOf(rejection(code, data));
}
