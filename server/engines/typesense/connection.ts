import { Client, Errors } from 'typesense';
import { Unavailable } from '#projections/engine/eventLog.ts';

/** Seconds for one answer: an import of a full write takes a small part of it. */
const ANSWER_TIMEOUT_S = 20;
/** Times that the client repeats a request that got no answer, or a fault of the server. */
const REPEATS = 2;
/** Seconds between these. */
const REPEAT_AFTER_S = 0.2;
/** The oldest server whose answers are known to be as the adapter needs them. */
const OLDEST_VERSION = [0, 24] as const;

/** Address and key of a server, by the variables that they come from. */
export interface TypesenseAddress {
  /** `TYPESENSE_URL` */
  readonly url: string;
  /** `TYPESENSE_API_KEY` */
  readonly apiKey: string;
}

/** A server of Typesense. Its errors name the address and the variable to change. */
export interface TypesenseConnection {
  /**
   * Asks the server. @param absent what is answered when the server does not know the thing that is asked about
   * @throws Unavailable it does not answer, refuses the key, or is too old
   */
  ask<T>(request: (client: Client) => Promise<T>): Promise<T>;
  askFor<T, Absent>(request: (client: Client) => Promise<T>, absent: Absent): Promise<T | Absent>;
  /** The error of a server that answers, and cannot do now what it was asked. */
  failed(reason: string): Unavailable;
  /** Whether the server answers, takes the key, and is new enough. @throws Unavailable */
  check(): Promise<void>;
  close(): void;
}

export function connectTypesense({ url, apiKey }: TypesenseAddress): TypesenseConnection {
  const client = new Client({
    nodes: [{ url }],
    apiKey,
    connectionTimeoutSeconds: ANSWER_TIMEOUT_S,
    numRetries: REPEATS,
    retryIntervalSeconds: REPEAT_AFTER_S,
    // Its own lines would hold what people search for.
    logLevel: 'silent',
  });
  let isClosed = false;
  let isKnown = false;

  /** The server's version, looked at once: a server that is too old is not written to. */
  async function meet(): Promise<void> {
    if (isKnown) return;
    const version = await versionOf(client);
    if (!isNewEnough(version)) {
      const oldest = OLDEST_VERSION.join('.');
      throw new Unavailable(`Typesense at ${url} is ${version}: Quad needs ${oldest} or newer. Change TYPESENSE_URL.`);
    }
    isKnown = true;
  }
  async function ask<T>(request: (client: Client) => Promise<T>): Promise<T> {
    if (isClosed) throw new Unavailable(`The connection to Typesense at ${url} is closed.`);
    try {
      await meet();
      return await request(client);
    } catch (error) {
      throw errorOf(url, error);
    }
  }
  return {
    ask,
    failed: (reason) => failed(url, reason),
    async askFor(request, absent) {
      try {
        return await ask(request);
      } catch (error) {
        if (error instanceof Errors.ObjectNotFound) return absent;
        throw error;
      }
    },
    async check() {
      await ask(async () => {
        isKnown = false;
        await meet();
      });
    },
    close() {
      isClosed = true;
    },
  };
}

async function versionOf(client: Client): Promise<string> {
  const { version } = (await client.debug.retrieve()) as { version?: unknown };
  return String(version);
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor >= OLDEST_VERSION[1]);
}

/** Words an error for the operator; errors that say something about our request stay unchanged. */
function errorOf(url: string, error: unknown): unknown {
  if (error instanceof Unavailable || error instanceof Errors.ObjectNotFound) return error;
  if (error instanceof Errors.ImportError || error instanceof Errors.ObjectAlreadyExists) return error;
  const options = { cause: error };
  if (error instanceof Errors.RequestUnauthorized) {
    return new Unavailable(`Typesense at ${url} refuses the key. Change TYPESENSE_API_KEY.`, options);
  }
  const { httpStatus, message, code } = error as { httpStatus?: number; message: string; code?: string };
  if (httpStatus === undefined) {
    const reason = code ?? message;
    return new Unavailable(
      `Typesense at ${url} does not answer (${reason}). Start it, or change TYPESENSE_URL.`,
      options,
    );
  }
  return httpStatus >= 500 ? failed(url, `${httpStatus}: ${message}`, options) : error;
}

function failed(url: string, reason: string, options?: { readonly cause: unknown }): Unavailable {
  return new Unavailable(`Typesense at ${url} failed (${reason}). Look at its log, or change TYPESENSE_URL.`, options);
}
