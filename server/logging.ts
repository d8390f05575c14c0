import { type DestinationStream, pino } from 'pino';
import type { Config } from './config.ts';

/**
 * What a log line may say beside its message: ids, codes, counts and durations. Never free text of people, never
 * addresses, names, secrets or codes from mails (P9).
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Structured logging, one JSON line each. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Logs the class, message and stack of an error; messages of our errors hold no personal data. */
  error(message: string, error: unknown, fields?: LogFields): void;
}

/** Makes a logger that writes to standard output, or to the given stream. */
export function createLogger(level: Config['logLevel'], stream?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: () => `,"at":"${new Date().toISOString()}"` };
  const log = stream === undefined ? pino(options) : pino(options, stream);
  return {
    debug: (message, fields = {}) => log.debug(fields, message),
    info: (message, fields = {}) => log.info(fields, message),
    warn: (message, fields = {}) => log.warn(fields, message),
    error: (message, error, fields = {}) => log.error({ ...fields, ...describeError(error) }, message),
  };
}

/** A logger that says nothing. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: 'Something that is no error was thrown.' };
  const fields = { error: error.name, reason: error.message, stack: error.stack ?? '' };
  // Causes come from libraries and may quote what they were given: only their kind is told.
  return error.cause instanceof Error ? { ...fields, cause: kindOf(error.cause) } : fields;
}

function kindOf(error: Error): string {
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
}
