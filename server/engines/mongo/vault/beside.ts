import type { KeyVault } from '../../../ports/vault.ts';
import { type MongoConnection, type MongoOptions, openMongo } from '../connection.ts';
import { vaultCollections } from './collections.ts';
import { mongoKeys } from './keys.ts';
import { FORMAT_ID } from './vault.ts';

/** Whether there is a vault in the database. Opening it makes one, and a log that has lost its vault cannot be read. */
export async function hasMongoVault(options: MongoOptions): Promise<boolean> {
  const connection = await openMongo(options);
  try {
    return await explained(connection, async () => {
      return (await vaultCollections(connection.db).state.findOne({ _id: FORMAT_ID })) !== null;
    });
  } finally {
    await connection.close();
  }
}

/** The keys of a vault that other processes write, for reading the log only. */
export async function openMongoVaultKeys(options: MongoOptions): Promise<KeyVault & { close(): Promise<void> }> {
  const connection = await openMongo(options);
  const refuse = async () => {
    throw new Error('The vault was opened to be read only.');
  };
  const keys = mongoKeys(vaultCollections(connection.db), refuse);
  return {
    find: (subjects) => explained(connection, () => keys.find(subjects)),
    obtain: refuse,
    destroy: refuse,
    close: () => connection.close(),
  };
}

async function explained<T>(connection: MongoConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw connection.explain(error);
  }
}
