import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SMALL_PIECE_BYTES } from '#server/http/pieceUploads.ts';
import { SMALL_PIECES_PER_USER } from '#server/http/uploadGate.ts';
import { picture } from '../support/pictures.ts';
import { postIdOf, signUpMember } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.end());

const TUS = { 'tus-resumable': '1.0.0' };
const PIECE = { ...TUS, 'content-type': 'application/offset+octet-stream' };

it('takes few tiny pieces, each of which the disk has to write, and goes on with large ones and the last', async () => {
  const ada = await signUpMember(server, 'ada', await picture(70, 70));
  const size = 10 * SMALL_PIECES_PER_USER.burst + SMALL_PIECE_BYTES + 2;
  const path = `/api/uploads/posts/${postIdOf(ada, randomUUID())}/videos`;
  const begun = await ada.ask('POST', path, { headers: { ...TUS, 'upload-length': String(size) } });
  const address = begun.headers.location ?? '';
  let offset = 0;
  const send = async (bytes: number) => {
    const headers = { ...PIECE, 'upload-offset': String(offset) };
    const { status } = await ada.ask('PATCH', address, { raw: Buffer.alloc(bytes), headers });
    if (status === 204) offset += bytes;
    return status;
  };
  let tiny = 204;
  // The bucket fills while they come: on a slow machine it takes some more.
  while (tiny === 204 && offset < size - SMALL_PIECE_BYTES - 1) tiny = await send(1);
  expect(tiny).toBe(429);
  expect(await send(SMALL_PIECE_BYTES)).toBe(204);
  expect(await send(size - offset)).toBe(204);
  const { headers } = await ada.ask('HEAD', address, { headers: TUS });
  expect(Number(headers['upload-offset'])).toBe(size);
});
