import {
  MongoCompatibilityError,
  MongoError,
  MongoInvalidArgumentError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { Unavailable } from '#projections/engine/eventLog.ts';

/** The server refuses the user, the password, or what the user may do. */
const WRONG_CREDENTIALS = new Set<unknown>([13, 18, 8000]);
/** The server refuses a command that it does not understand, which is a fault of this program. */
const OUR_FAULTS = new Set<unknown>([
  2, // BadValue
  9, // FailedToParse
  14, // TypeMismatch
  59, // CommandNotFound
  72, // InvalidOptions
  238, // NotImplemented
  11_000, // DuplicateKey
]);

/** Codes of Node's errors of a connection that has ended, or is none. */
const CONNECTION_ERRORS = new Set<unknown>([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
]);

export function isWrongCredentials(error: unknown): boolean {
  return error instanceof MongoServerError && WRONG_CREDENTIALS.has(error.code);
}

/** Whether the server speaks an older version of the protocol than this program or the driver. */
export function isTooOld(error: unknown): boolean {
  if (error instanceof MongoServerSelectionError) return isTooOld(error.cause);
  return error instanceof MongoCompatibilityError;
}

/**
 * The error that a port throws for one of the driver. A server that is away, in an election, shutting down, full, or without
 * a majority is `Unavailable`; the outcome of a write is then uncertain.
 *
 * @param address hosts of the server, without credentials
 */
export function explain(error: unknown, address: string): unknown {
  if (!isOfConnection(error) && (!(error instanceof MongoError) || isOurFault(error))) return error;
  return new Unavailable(`MongoDB at ${address} (MONGO_URL) cannot be used now: ${error.message}`, { cause: error });
}

/**
 * Whether it is an error of a socket or of a look-up of names: the driver hands on some as they are, as when it waits for
 * room to write, or asks for the hosts of a cluster (`mongodb+srv`).
 */
function isOfConnection(error: unknown): error is Error {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return CONNECTION_ERRORS.has(error.code) || ('syscall' in error && /^query/.test(String(error.syscall)));
}

/** The file that a connection string names and that cannot be read, such as a certificate; `null`: that is not the error. */
export function unreadableFile(error: unknown): string | null {
  const isOfFile = typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'open';
  return isOfFile && 'path' in error ? String(error.path) : null;
}

function isOurFault(error: MongoError): boolean {
  if (error instanceof MongoServerError) return OUR_FAULTS.has(error.code);
  return error instanceof MongoInvalidArgumentError;
}
