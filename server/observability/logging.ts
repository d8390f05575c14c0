import { type DestinationStream, pino } from 'pino';
import type { EngineLogger } from '#projections/engine/projector.ts';

/**
 * Structured logging, one JSON line each. Fields are ids, codes, counts and durations, and errors as `err`; never
 * free text of people, never addresses, names, secrets or codes from mails (P9).
 */
export interface Logger extends EngineLogger {
  debug(fields: object, message: string): void;
}

/** Levels, from least to most output. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where lines come from: stands in each of them, since the logs of all processes are read together. */
export interface Origin {
  /** Roles of the process, with commas between them. */
  readonly role: string;
  /** Name of the process that no other one has at the same time. */
  readonly process: string;
}

/**
 * Makes a logger.
 *
 * @param options.origin stands in every line; left out in tools of one process
 * @param options.stream default: standard output
 */
export function createLogger(
  level: LogLevel,
  { origin, stream }: { readonly origin?: Origin; readonly stream?: DestinationStream } = {},
): Logger {
  const options = {
    level,
    base: origin === undefined ? null : { role: origin.role, process: origin.process },
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/** A logger that writes nothing. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** An error for the log: messages of our own errors hold no personal data. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: 'Something that is no error was thrown.' };
  const fields = { name: error.name, message: error.message, stack: error.stack ?? '' };
  // Causes come from libraries and may quote their input, so only their kind is logged.
  return error.cause instanceof Error ? { ...fields, cause: kindOf(error.cause) } : fields;
}

function kindOf(error: Error): string {
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
}
