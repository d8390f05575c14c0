import { Unavailable } from '#projections/engine/eventLog.ts';
import { createKeyedLock } from '../../../concurrency/keyedLock.ts';
import { EngineRefused } from '../../../ports/engineRefused.ts';
import type { Vault } from '../../../ports/vault.ts';
import { MONGO_VARIABLE, type MongoConnection, type MongoOptions, openMongo } from '../connection.ts';
import { mongoCredentials, mongoSessions } from './accounts.ts';
import { mongoAttempts } from './attempts.ts';
import { createChangeDocument, insertNew } from './changeDocument.ts';
import { mongoChanges } from './changes.ts';
import { mongoCheckpoints } from './checkpoints.ts';
import { mongoCodes } from './codes.ts';
import { createIndexes, type VaultCollections, vaultCollections } from './collections.ts';
import { forgetFormerPasskeys, takeFormerPasskeys } from './formerPasskeys.ts';
import { mongoKeys, mongoSecret } from './keys.ts';
import { mongoLeases } from './leases.ts';
import { mongoOutcomes } from './outcomes.ts';
import { mongoRates } from './rates.ts';
import { mongoRecords } from './records.ts';
import { mongoShelf } from './shelf.ts';

/** Format of the documents. */
const FORMAT = 1;
/** The document that says the format: the first that a vault gets. */
export const FORMAT_ID = 'format';

export interface MongoVaultOptions extends MongoOptions {
  /** Milliseconds of the clock that leases run by; the server's if left out. */
  readonly leaseClock?: () => Promise<number>;
}

/**
 * The vault in collections `vault_…` of a MongoDB database, for any number of processes. It needs no transactions: each
 * call is one atomic change of one document, or an order of changes that is safe wherever it is broken off; the reason
 * stands with each.
 *
 * A destroyed key is gone from the collection at once, and from the server's oplog, journal and disk blocks as it reuses
 * them: those should be encrypted, and backups kept no longer than the campus's rules of erasure allow.
 *
 * @throws EngineRefused the server can't be used as it is configured, or holds a newer format
 * @throws Unavailable the server does not answer
 */
export async function openMongoVault(options: MongoVaultOptions): Promise<Vault> {
  const connection = await openMongo(options);
  try {
    return await prepareVault(connection, options.leaseClock ?? serverClock(connection));
  } catch (error) {
    await connection.close();
    throw connection.explain(error);
  }
}

/** Milliseconds of the server's clock. */
function serverClock({ db }: MongoConnection): () => Promise<number> {
  return async () => {
    const { localTime } = await db.command({ hello: 1 });
    return (localTime as Date).getTime();
  };
}

async function prepareVault(connection: MongoConnection, leaseClock: () => Promise<number>): Promise<Vault> {
  const collections = vaultCollections(connection.db);
  await requireFormat(collections);
  await createIndexes(collections);
  await takeFormerPasskeys(connection.db, collections);
  const locks = createKeyedLock();
  const changeDocument = createChangeDocument(locks);
  const changes = mongoChanges(collections, locks);
  // A process may have ended between a change and its effect.
  await changes.redo();

  let isClosed = false;
  /** Calls fail once the vault is closed, and explain the driver's errors. */
  const guarded = <Area extends object>(area: Area): Area => {
    const calls = Object.entries(area).map(([name, call]) => [
      name,
      async (...args: readonly unknown[]) => {
        if (isClosed) throw new Unavailable('The vault is closed.');
        try {
          return await call(...args);
        } catch (error) {
          throw connection.explain(error);
        }
      },
    ]);
    return Object.fromEntries(calls) as Area;
  };

  return {
    keys: guarded(mongoKeys(collections, changes.log)),
    credentials: guarded(mongoCredentials(collections)),
    codes: guarded(mongoCodes(collections, changeDocument)),
    sessions: guarded(mongoSessions(collections, changes.log)),
    attempts: guarded(mongoAttempts(collections, changeDocument)),
    outcomes: guarded(mongoOutcomes(collections, changeDocument)),
    checkpoints: guarded(mongoCheckpoints(collections)),
    changes: guarded({ newest: changes.newest, after: changes.after }),
    leases: guarded(mongoLeases(collections, changeDocument, leaseClock)),
    rates: guarded(mongoRates(collections, changeDocument)),
    records: guarded(mongoRecords(collections)),
    shelf: (noun) => guarded(mongoShelf(collections, noun)),
    ...guarded({
      secret: mongoSecret(collections),
      clearShelves: async (subject: string) => {
        await collections.shelves.deleteMany({ subject });
        await forgetFormerPasskeys(connection.db, subject);
      },
      /** Writes, because a server without a majority or without room on its disk can still be read. */
      check: async () => {
        await collections.state.updateOne({ _id: 'check' }, { $inc: { number: 1 } }, { upsert: true });
      },
    }),
    async close() {
      isClosed = true;
      await connection.close();
    },
  };
}

/** @throws EngineRefused a newer release has written the documents */
async function requireFormat({ state }: VaultCollections): Promise<void> {
  await insertNew(state, { _id: FORMAT_ID, number: FORMAT });
  const found = (await state.findOne({ _id: FORMAT_ID }))?.number ?? FORMAT;
  if (found <= FORMAT) return;
  const message = `The vault that ${MONGO_VARIABLE} names has format ${found}, this release of Quad knows formats up to ${FORMAT}. Start the newer release.`;
  throw new EngineRefused('WRONG_VERSION', MONGO_VARIABLE, message);
}
