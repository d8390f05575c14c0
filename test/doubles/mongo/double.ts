import { MongoClient } from 'mongodb';
import type { Double } from '../double.ts';
import { buildFerret, ferretVersion } from './build.ts';
import { postgresPrograms } from './postgres.ts';
import { startMongo } from './startMongo.ts';

/** The used part of the answer to `buildInfo`. */
interface BuildInfo {
  readonly version: string;
  /** Only FerretDB's answer has it; a build from modules does not know its version. */
  readonly ferretdbVersion?: string;
}

/** The server behind the MongoDB adapters. */
export const mongoDouble: Double = {
  adapter: 'MongoDB',
  async prepare() {
    const unbuilt = process.env.MONGO_URL === undefined ? buildFerret() : null;
    if (unbuilt !== null) return unbuilt;
    const server = await startMongo();
    if ('skipped' in server) return server;
    const client = new MongoClient(server.url);
    try {
      const { version, ferretdbVersion } = (await client.db('admin').command({ buildInfo: 1 })) as unknown as BuildInfo;
      return {
        verifiedAgainst:
          ferretdbVersion === undefined
            ? `MongoDB ${version}, the server that MONGO_URL names`
            : `FerretDB ${ferretVersion()} on ${postgresPrograms() === null ? 'SQLite' : 'PostgreSQL'}, a server of MongoDB's wire protocol`,
      };
    } finally {
      await client.close();
      await server.dispose();
    }
  },
};
