import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import express from 'express';
import { personal } from '#domain/kernel/personal.ts';
import { servedFile } from '#server/engines/media/servedFile.ts';
import { errorHandler } from '#server/http/errors.ts';
import { imageRoutes } from '#server/http/images.ts';
import { files } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { galleryRoutes } from '#server/post/routes.ts';
import { below, creation, deletion, registration, topLevel } from '#test/projections/support/events.ts';
import { hubRig } from '#test/server/hub/hubRig.ts';

const DESK = topLevel('desk', 'ada');
const ANSWER = below(DESK, 'answer', 'ada');
const OTHER = below(DESK, 'another answer', 'ada');
const PICTURE = { kind: 'image', name: `${DESK.postId}.webp`, width: 40, height: 30 } as const;

it('[P8] nobody is answered the pictures of a comment while it waits below a deleted post for its own end', async () => {
  const { log, publish, store } = await hubRig();
  const app = express();
  const authenticate = async () => null;
  const reach = { published: () => '', head: async () => '', waitFor: async () => true };
  const file = () => servedFile(import.meta.filename);
  const media = { file, describe: async () => new Map() };
  app.use(galleryRoutes({ authenticate, readStore: store, reach }));
  app.use(imageRoutes({ files, authenticate, readStore: store, media }));
  app.use(errorHandler(silentLogger));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  const both = async () => [
    await status(`/api/posts/${ANSWER.postId}/img_gallery`),
    await status(`/images/posts/${ANSWER.postId}/${PICTURE.name}`),
  ];
  try {
    log.add('UserRegistered', registration('ada'));
    log.add('PostCreated', creation(DESK));
    log.add('PostCreated', { ...creation(ANSWER), media: personal([PICTURE]), imageCount: 1 });
    await publish();
    expect(await both()).toEqual([200, 200]);
    log.add('PostCreated', { ...creation(OTHER), media: personal([PICTURE]), imageCount: 1 });
    log.add('PostDeleted', deletion(OTHER));
    await publish();
    expect(await status(`/api/posts/${OTHER.postId}/img_gallery`)).toBe(410);
    log.add('PostDeleted', deletion(DESK));
    await publish();
    expect(await both()).toEqual([410, 404]);
  } finally {
    server.close();
  }
});
