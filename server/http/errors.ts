import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { Unavailable, UnknownEvent } from '#projections/engine/eventLog.ts';
import type { Refusal } from '#projections/sync/protocol.ts';
import { QueueFull } from '../fairness/fairQueue.ts';
import { refusalOf } from '../kernel/refusal.ts';
import type { Logger } from '../observability/logging.ts';
import { MediaBusy, MediaRefused } from '../ports/media.ts';
import { isCut } from './cutConnection.ts';
import { statusOf } from './status.ts';

/** Seconds after which a browser may try again when the server is busy. */
const RETRY_AFTER_SECONDS = 2;

/** A request that is refused; thrown by handlers, answered in one place. */
export class HttpRefused extends Error {
  readonly rejections: readonly [Rejection, ...Rejection[]];
  constructor(rejections: readonly [Rejection, ...Rejection[]], options?: { cause?: unknown }) {
    super(rejections[0].code, options);
    this.name = 'HttpRefused';
    this.rejections = rejections;
  }
}

/** Refuses a request by a code. */
export function refuseWith(code: string, data: Rejection['data'] = {}): HttpRefused {
  return new HttpRefused([rejection(code, data)]);
}

/** A form's own codes for faults of the server. */
export interface FaultCodes {
  /** The outcome is not known now. */
  readonly unavailable: string;
  /** A fault of ours. */
  readonly fault: string;
}

/** Runs a form's work and replaces faults by the form's own codes; a fault of ours is still logged. */
export async function inWordsOf<T>({ unavailable, fault }: FaultCodes, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpRefused || error instanceof QueueFull) throw error;
    if (error instanceof Unavailable) throw refuseWith(unavailable);
    throw new HttpRefused([rejection(fault)], { cause: error });
  }
}

/** Answers with refusals, in the one shape of all errors: `{error, errors: [{msg}]}` (SHEL-16). */
export function sendRefusals(response: Response, refusals: readonly [Refusal, ...Refusal[]], extra: object = {}): void {
  const [first] = refusals;
  response.locals.refusal = first.code;
  if (first.retry) response.set('Retry-After', String(first.data.seconds ?? RETRY_AFTER_SECONDS));
  response
    .status(statusOf(first.code))
    .set('Cache-Control', 'no-store')
    .json({ ...extra, error: first, errors: refusals.map(({ text }) => ({ msg: text })) });
}

/** Refuses requests that no route has handled. */
export const notFound: RequestHandler = () => {
  throw refuseWith('NOT_FOUND');
};

/** Turns thrown errors into answers; only our own faults are logged as errors. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (isCut(error, request)) {
      logger.debug({ request: response.locals.requestId }, 'A connection was cut.');
      response.destroy();
      return;
    }
    const known = rejectionsOf(error);
    const fault = known === null || response.headersSent ? error : causeOf(error);
    if (fault !== undefined) logger.error({ err: fault, request: response.locals.requestId }, 'A request failed.');
    if (response.headersSent) {
      // A part of an answer is already sent.
      response.destroy();
      return;
    }
    const [first, ...others] = known ?? [rejection('FAULT')];
    sendRefusals(response, [refusalOf(first), ...others.map(refusalOf)]);
  };
}

/** The fault of ours that a refusal replaces. */
function causeOf(error: unknown): unknown {
  return error instanceof HttpRefused ? error.cause : undefined;
}

function rejectionsOf(error: unknown): readonly [Rejection, ...Rejection[]] | null {
  if (error instanceof HttpRefused) return error.rejections;
  if (error instanceof Unavailable || error instanceof UnknownEvent) return [rejection('UNAVAILABLE')];
  if (error instanceof QueueFull) return [rejection(error.byKey ? 'RATE_LIMITED' : 'BUSY', { seconds: error.seconds })];
  if (error instanceof MediaRefused) return [rejection(error.code)];
  if (error instanceof MediaBusy) return [rejection('UPLOADS_BUSY', { seconds: error.seconds })];
  return bodyRejection(error);
}

/** The rejection for an error of express's own parsers, by its status. */
function bodyRejection(error: unknown): readonly [Rejection] | null {
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status !== 'number') return null;
  if (status === 413) return [rejection('BODY_TOO_LARGE')];
  if (status === 404) return [rejection('NOT_FOUND')];
  return status >= 400 && status < 500 ? [rejection('BODY_INVALID')] : null;
}
