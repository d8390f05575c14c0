import { type Db, MongoClient, MongoCompatibilityError } from 'mongodb';
import { EngineRefused } from '../../ports/engineRefused.ts';
import { explain, isTooOld, isWrongCredentials, unreadableFile } from './errors.ts';

/** Environment variable that names the server. */
export const MONGO_VARIABLE = 'MONGO_URL';
/** Database of a connection string that names none. */
const DEFAULT_DATABASE = 'quad';
/** Oldest release that is supported, and its version of the wire protocol, which servers of other makers say too. */
const OLDEST = { release: '6.0', wireVersion: 17 };

/** Milliseconds to find a server that takes writes, such as while a replica set elects one. */
const SELECT_MS = 5_000;
/** Milliseconds to connect. */
const CONNECT_MS = 5_000;
/** Milliseconds that a majority may take to have a write on disk; after that its outcome is uncertain. */
const MAJORITY_MS = 8_000;
/** Milliseconds without an answer after which a connection counts as dead. */
const ANSWER_MS = 15_000;
/** Commands of one process that are under way at a time; more wait for their turn. */
const POOL_MAX = 30;
/** Milliseconds of that wait. Without an end to it, all that people ask of a server that has come to a stop would pile up. */
const TURN_MS = 10_000;

export interface MongoOptions {
  /** Connection string. */
  readonly url: string;
  /** Database in place of the one that the connection string names. */
  readonly database?: string;
  /** Milliseconds to find a server that takes writes. */
  readonly selectMs?: number;
  /** Milliseconds that a command waits for its turn. */
  readonly turnMs?: number;
}

/** A connected client and its database. */
export interface MongoConnection {
  readonly db: Db;
  /** The error that a port throws for one of the driver: `Unavailable`, or the error itself if it is a fault of ours. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}

/**
 * Connects to MongoDB. A write is on the disks of a majority when its promise resolves, so no failover loses it; reads
 * see only such writes, at the primary. A primary that was cut off from its majority may answer with what was true
 * before, until it notices that (10 s by default).
 *
 * @throws EngineRefused the connection string, the credentials or the server's version is wrong
 * @throws Unavailable the server does not answer
 */
export async function openMongo(options: MongoOptions): Promise<MongoConnection> {
  const { url, database } = options;
  const client = createClient(options);
  const address = client.options.srvHost ?? client.options.hosts.map(String).join(', ');
  try {
    await client.connect();
    const { maxWireVersion } = await client.db('admin').command({ hello: 1 });
    if (Number(maxWireVersion) < OLDEST.wireVersion)
      throw new MongoCompatibilityError(`wire version ${maxWireVersion}`);
    // `hello` needs no rights, this does.
    const db = client.db(database ?? databaseOf(url));
    await db.listCollections({}, { nameOnly: true }).toArray();
    return { db, explain: (error) => explain(error, address), close: () => client.close() };
  } catch (error) {
    await client.close();
    throw refusal(error, address) ?? explain(error, address);
  }
}

function createClient({ url, selectMs = SELECT_MS, turnMs = TURN_MS }: MongoOptions): MongoClient {
  try {
    return new MongoClient(url, {
      appName: 'quad',
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: MAJORITY_MS },
      readConcern: { level: 'majority' },
      readPreference: 'primary',
      serverSelectionTimeoutMS: selectMs,
      connectTimeoutMS: CONNECT_MS,
      socketTimeoutMS: ANSWER_MS,
      maxPoolSize: POOL_MAX,
      waitQueueTimeoutMS: turnMs,
    });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const message = `${MONGO_VARIABLE} is no connection string of MongoDB: ${repeatsSecret(said, url) ? 'it cannot be read' : said}. One looks like mongodb://user:password@host:27017/quad.`;
    throw new EngineRefused('BAD_URL', MONGO_VARIABLE, message);
  }
}

/** Whether a message of the driver repeats what may be the password: where the host is forgotten, it stands in its place. */
function repeatsSecret(message: string, url: string): boolean {
  const hosts = /^[^:]+:\/\/([^/?]*)/.exec(url)?.[1] ?? url;
  return message.includes('@') || hosts.split(',').some((host) => host.includes(':') && message.includes(host));
}

/** The refusal of a server that cannot be used as it is configured, or `null`. */
function refusal(error: unknown, address: string): EngineRefused | null {
  if (isWrongCredentials(error)) {
    const message = `MongoDB at ${address} refuses the user or the password of ${MONGO_VARIABLE}, or gives the user no right to read and write the database. Change ${MONGO_VARIABLE}.`;
    return new EngineRefused('WRONG_CREDENTIALS', MONGO_VARIABLE, message, { cause: error });
  }
  if (isTooOld(error)) {
    const message = `MongoDB at ${address} is too old: Quad needs ${OLDEST.release} or newer. Upgrade it, or let ${MONGO_VARIABLE} name another server.`;
    return new EngineRefused('WRONG_VERSION', MONGO_VARIABLE, message, { cause: error });
  }
  const file = unreadableFile(error);
  if (file !== null) {
    const message = `${MONGO_VARIABLE} can't be used for MongoDB at ${address}: the file ${file} can't be read.`;
    return new EngineRefused('BAD_URL', MONGO_VARIABLE, message, { cause: error });
  }
  return null;
}

/** The database that a connection string names. */
function databaseOf(url: string): string {
  return /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? DEFAULT_DATABASE;
}
