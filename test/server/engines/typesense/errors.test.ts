import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { openTypesenseSearchIndex } from '#server/engines/typesense/searchIndex.ts';
import { THINGS, thing } from '#test/contract/searchIndexSamples.ts';

const KEY = 's3cret-key';
/** The note about the build that is written to. */
const NOTE = { id: 'build', index: THINGS.name, shape: JSON.stringify(THINGS) };

/** The error of a write to a server that answers everything but the import as Typesense does. */
async function errorOfWrite(answerImport: RequestListener): Promise<{ readonly error: unknown; readonly url: string }> {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    response.setHeader('Content-Type', 'application/json');
    if (url.startsWith('/debug')) response.end(JSON.stringify({ state: 1, version: '0.24.1' }));
    else if (url.includes('/import')) answerImport(request, response);
    else response.end(JSON.stringify(NOTE));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const index = openTypesenseSearchIndex({ url, apiKey: KEY });
  const error = await index.write('build', { put: [thing('a', 'a lamp')], remove: [] }).catch((e: unknown) => e);
  await index.close();
  server.closeAllConnections();
  server.close();
  return { error, url };
}

it('[P9] a server that fails is Unavailable, by its address and the variable to change, without the key', async () => {
  const { error, url } = await errorOfWrite((_request, response) => {
    response.writeHead(503).end(JSON.stringify({ message: 'Not Ready or Lagging' }));
  });
  expect(error).toBeInstanceOf(Unavailable);
  const { message } = error as Error;
  expect(message).toContain(`Typesense at ${url} failed (503: `);
  expect(message).toContain('TYPESENSE_URL');
  expect(message).not.toContain(KEY);
});

it('a server without room for a document of an import is Unavailable in the same way: the document is not refused', async () => {
  const { error, url } = await errorOfWrite((_request, response) => {
    response
      .setHeader('Content-Type', 'text/plain')
      .end(JSON.stringify({ success: false, code: 500, error: 'disk full', document: '{}' }));
  });
  expect(error).toBeInstanceOf(Unavailable);
  expect((error as Error).message).toBe(
    `Typesense at ${url} failed (disk full). Look at its log, or change TYPESENSE_URL.`,
  );
});

it('a document that the server refuses is no fault of the server', async () => {
  const { error } = await errorOfWrite((_request, response) => {
    response
      .setHeader('Content-Type', 'text/plain')
      .end(JSON.stringify({ success: false, code: 400, error: 'a bad document', document: '{}' }));
  });
  expect(error).toEqual([{ key: 'a', error: 'a bad document' }]);
});
