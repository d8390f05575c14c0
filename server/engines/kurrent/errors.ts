import { AccessDeniedError, StreamDeletedError } from '@eventstore/db-client';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { EngineRefused } from '../../ports/engineRefused.ts';
import { EVENTSTORE_URL } from './connection.ts';

/** Makes the errors of one server; every message names the engine, its address and the variable to change. */
export interface KurrentErrors {
  /** A call failed: at the server, or on the way to it. */
  ofCall(call: string, error: unknown): Unavailable;
  /** The same while the store is opened: wrong credentials are final then. */
  ofOpening(call: string, error: unknown): Error;
  /** A call took longer than it may. */
  late(call: string, ms: number): Unavailable;
  wrongVersion(version: string, oldest: string): EngineRefused;
  /** The log holds something that only another program can have written. */
  foreign(stream: string, position: string): Error;
  closed(): Unavailable;
}

/** @param address hosts and ports, without credentials */
export function createErrors(address: string): KurrentErrors {
  const engine = `KurrentDB at ${address}`;
  const ofCall = (call: string, error: unknown): Unavailable => {
    if (error instanceof Unavailable) return error;
    if (error instanceof AccessDeniedError) return new Unavailable(wrongCredentials(engine, call), { cause: error });
    const reason = reasonOf(error);
    return new Unavailable(`${engine} did not answer (${call}): ${reason}. ${adviceOn(reason)}`, { cause: error });
  };
  return {
    ofCall,
    ofOpening(call, error) {
      if (error instanceof EngineRefused) return error;
      const failed = ofCall(call, error);
      if (!(failed.cause instanceof AccessDeniedError)) return failed;
      return new EngineRefused('WRONG_CREDENTIALS', EVENTSTORE_URL, failed.message, { cause: error });
    },
    late: (call, ms) =>
      new Unavailable(`${engine} did not answer within ${ms} ms (${call}). Check that it runs (${EVENTSTORE_URL}).`),
    wrongVersion: (version, oldest) =>
      new EngineRefused(
        'WRONG_VERSION',
        EVENTSTORE_URL,
        `${engine} is of version ${version}; Quad needs ${oldest} or newer. Upgrade it, or change ${EVENTSTORE_URL}.`,
      ),
    foreign: (stream, position) =>
      new Error(
        `${engine} holds an event that Quad did not write (stream ${stream}, position ${position}). ` +
          `Quad needs a database of its own: change ${EVENTSTORE_URL}.`,
      ),
    closed: () => new Unavailable(`The event store (${engine}) is closed.`),
  };
}

/** Parts of Node's words for a certificate of an authority that it does not know. */
const UNTRUSTED = [
  'unable to verify the first certificate',
  'self-signed certificate',
  'unable to get local issuer',
  'unable to get issuer',
];
/** The client's words when no node of a cluster answered; it hides why. */
const NOT_DISCOVERED = 'Failed to discover';

function adviceOn(reason: string): string {
  const caFile = `the file with the certificate of its authority is named by tlsCAFile=/path/ca.crt in ${EVENTSTORE_URL}`;
  if (UNTRUSTED.some((each) => reason.includes(each)))
    return `This machine does not know who signed its certificate: ${caFile}.`;
  const where = `Check that it runs, and host, port and tls in ${EVENTSTORE_URL}`;
  return reason.includes(NOT_DISCOVERED) ? `${where}; with an authority of your own, ${caFile}.` : `${where}.`;
}

function wrongCredentials(engine: string, call: string): string {
  return (
    `${engine} refused the user or the password (${call}). The user needs to be in the group $admins, ` +
    `which reads $all: check ${EVENTSTORE_URL}.`
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof StreamDeletedError) return `the stream ${error.streamName} was deleted by another program`;
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\.$/, '');
}
