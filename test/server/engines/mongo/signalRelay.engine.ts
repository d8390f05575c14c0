import { openMongoSignalRelay } from '#server/engines/mongo/signalRelay.ts';
import { signalRelayContract } from '#test/contract/signalRelay.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { databases } from './databases.ts';

describeOn('signals between hubs, by MongoDB', await startMongo(), (server) => {
  const { fresh } = databases(server);
  const database = fresh();
  signalRelayContract(() =>
    openMongoSignalRelay({
      url: server.url,
      database,
      onTrouble: (error) => {
        throw error;
      },
    }),
  );
});
