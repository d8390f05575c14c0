import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { personal } from '#domain/kernel/personal.ts';
import { claimStream } from '#domain/kernel/systemEvents.ts';
import { servedFile } from '#server/engines/media/servedFile.ts';
import { errorHandler } from '#server/http/errors.ts';
import { imageRoutes } from '#server/http/images.ts';
import { files } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { galleryRoutes } from '#server/post/routes.ts';
import { peopleRoutes } from '#server/user/routes/people.ts';
import { creation, id, registration, topLevel, verification } from '#test/projections/support/events.ts';
import { hubRig } from '#test/server/hub/hubRig.ts';

const DESK = topLevel('desk', 'dan', { campus: 'ut' });
const PICTURE = { kind: 'image', name: 'desk.webp', width: 40, height: 30 } as const;
const FACE = { ...PICTURE, name: 'face.webp' };
const CLAIM = claimStream('username', 'dan');

/** Name of the person who asks; `null`: a visitor. */
let asking: string | null = null;
let ask: (path: string) => Promise<Response>;
let close: () => void;

/** Dan and Eve are members of a private campus, Bob of another one. */
beforeAll(async () => {
  const { log, publish, store } = await hubRig();
  const authenticate = async () =>
    asking === null ? null : { userId: id(asking), sessionId: `session of ${asking}`, renewed: null };
  const reach = { published: () => '', head: async () => '', waitFor: async () => true };
  const media = { file: () => servedFile(import.meta.filename), describe: async () => new Map() };
  const app = express();
  app.use(galleryRoutes({ authenticate, readStore: store, reach }));
  app.use(imageRoutes({ files, authenticate, readStore: store, media }));
  app.use(
    peopleRoutes({ authenticate, readStore: store, reach, usernameStream: (name) => claimStream('username', name) }),
  );
  app.use(errorHandler(silentLogger));
  const http = app.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  ask = (path) => fetch(`http://127.0.0.1:${port}${path}`);
  close = () => void http.close();
  for (const [name, campus] of [
    ['dan', 'ut'],
    ['eve', 'ut'],
    ['bob', 'ou'],
  ] as const) {
    log.add('UserRegistered', registration(name, campus));
    log.add('SchoolVerified', verification(name, campus));
  }
  log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });
  log.add('Held', { stream: `user-${id('dan')}`, commandId: id('command') }, CLAIM);
  log.add('Held', { stream: `user-${id('dan')}`, commandId: id('command') }, claimStream('username', 'dan-2'));
  log.add('ProfilePictureChanged', { userId: id('dan'), picture: personal(FACE) });
  log.add('PostCreated', { ...creation(DESK), media: personal([PICTURE]), imageCount: 1 });
  await publish();
});
afterAll(() => close());

describe('a private campus over HTTP', () => {
  it.each([
    ['the pictures of a post as a gallery', `/api/posts/${DESK.postId}/img_gallery`, 403],
    ['a picture of a post', `/images/posts/${DESK.postId}/${PICTURE.name}`, 404],
    ['the picture of a person', `/images/profilePics/${id('dan')}/${FACE.name}`, 404],
    ['a person by their user name', '/api/people/by-username/dan', 404],
  ])('[CAMP-07 in part] [P8] %s: for its members alone, and in no shared cache', async (_what, path, refused) => {
    const statuses: Record<string, number> = {};
    for (const name of ['dan', 'eve', 'bob', null]) {
      asking = name;
      const answer = await ask(path);
      statuses[name ?? 'a visitor'] = answer.status;
      expect(answer.headers.get('cache-control') ?? '').not.toContain('public');
    }
    expect(statuses).toEqual({ dan: 200, eve: 200, bob: refused, 'a visitor': refused });
  });

  it('a name that somebody has claimed and not taken leads to nobody', async () => {
    asking = 'dan';
    expect((await ask('/api/people/by-username/dan-2')).status).toBe(404);
  });
});
