import { Collection, type Db, MongoNetworkError } from 'mongodb';

/** One write command on its way to the server. */
export interface Write {
  /** The client's view of the database: each opened store has one of its own. */
  readonly db: Db;
  /** Sends it, and hands back the answer. */
  send(): Promise<unknown>;
}

/** Commands that write; the driver's other ones go through these. */
const WRITES = ['insertOne', 'updateOne', 'bulkWrite'] as const;

type Method = (this: Collection, ...words: unknown[]) => Promise<unknown>;

/** Hands every write of this process to a database to `handle`, until the returned function is called. */
export function interceptWrites(database: string, handle: (write: Write) => Promise<unknown>): () => void {
  const methods = Collection.prototype as unknown as Record<(typeof WRITES)[number], Method>;
  const originals = WRITES.map((name) => [name, methods[name]] as const);
  for (const [name, original] of originals) {
    methods[name] = function (...words) {
      if (this.dbName !== database) return original.apply(this, words);
      return handle({ db: this.db, send: () => original.apply(this, words) });
    };
  }
  return () => {
    for (const [name, original] of originals) methods[name] = original;
  };
}

/** The error of a connection that broke. */
export function connectionCut(): MongoNetworkError {
  return new MongoNetworkError('the connection was cut');
}
