import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import { openTypesenseSearchIndex } from '#server/engines/typesense/searchIndex.ts';
import { searchIndexContract } from '#test/contract/searchIndex.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startTypesense } from '#test/doubles/typesense/startTypesense.ts';

describeOn('on a server', await startTypesense(), (server) => {
  afterAll(() => server.dispose());

  searchIndexContract(
    'Typesense',
    async () => {
      // Tests share the server, each with names of its own.
      const prefix = `test${randomUUID().slice(0, 8)}`;
      let present = openTypesenseSearchIndex(server, prefix);
      return {
        store: present,
        async reopen() {
          await present.close();
          present = openTypesenseSearchIndex(server, prefix);
          return present;
        },
        dispose: () => present.close(),
      };
    },
    { isDurable: true },
  );
});
