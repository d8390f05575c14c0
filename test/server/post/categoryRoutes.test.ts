import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import express from 'express';
import { errorHandler } from '#server/http/errors.ts';
import { createFirstAnswers } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { categoryRoutes } from '#server/post/categoryRoutes.ts';
import { creation, deletion, id, registration, topLevel, verification } from '#test/projections/support/events.ts';
import { hubRig } from '#test/server/hub/hubRig.ts';

const KEPT_MS = 60_000;

it('[SHOP-A2 in part] [SHOP-A5 in part] [P8] the posts of each category are counted for those who may see the campus, once a minute', async () => {
  const { log, publish, store } = await hubRig();
  let now = Date.parse('2026-09-01T00:00:00Z');
  let asking: string | null = null;
  const authenticate = async () =>
    asking === null ? null : { userId: id(asking), sessionId: 'a session', renewed: null };
  const app = express();
  const userOf = () => asking;
  app.use(categoryRoutes({ authenticate, userOf, readStore: store, clock: () => new Date(now), rateShare: null }));
  app.use(errorHandler(silentLogger));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (campus: string) => fetch(`http://127.0.0.1:${port}/api/categories/${campus}`);
  const counts = async () => (await (await ask('ou')).json()) as unknown;
  const offer = (name: string, category: string, campus = 'ou') => {
    const place = topLevel(name, 'ada', { campus });
    log.add('PostCreated', { ...creation(place), category });
    return place;
  };
  try {
    log.add('UserRegistered', registration('ada'));
    log.add('UserRegistered', registration('dan', 'ut'));
    log.add('SchoolVerified', verification('dan', 'ut'));
    const desk = offer('desk', 'furniture');
    offer('chair', 'furniture');
    offer('pen', 'school supplies');
    offer('thanks', 'all');
    const rug = offer('rug', 'home decor');
    log.add('PostDeleted', deletion(rug));
    offer('sofa', 'furniture', 'ut');
    log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });
    await publish();
    expect(await counts()).toEqual({ counts: { furniture: 2, 'school supplies': 1 }, more: false });

    log.add('PostDeleted', deletion(desk));
    await publish();
    now += KEPT_MS - 1;
    expect(await counts()).toMatchObject({ counts: { furniture: 2 } });
    now += 1;
    expect(await counts()).toMatchObject({ counts: { furniture: 1 } });

    expect([(await ask('ut')).status, (await ask('nowhere')).status]).toEqual([403, 404]);
    const first = createFirstAnswers({ readStore: store, clock: () => new Date(now) });
    const query = new URLSearchParams();
    const here = { '/api/categories/ou': { counts: { furniture: 1, 'school supplies': 1 }, more: false } };
    for (const path of ['/', '/home', '/media', '/search'])
      expect(await first(path, { campus: 'ou', userId: null, query })).toEqual(here);
    const others = [
      await first('/saved', { campus: 'ou', userId: null, query }),
      await first('/home', { campus: 'ut', userId: id('ada'), query }),
      await first('/home', { campus: 'osu', userId: null, query }),
    ];
    expect(others).toEqual([{}, {}, {}]);
    const ofMember = await first('/home', { campus: 'ut', userId: id('dan'), query });
    expect(Object.keys(ofMember)).toEqual(['/api/categories/ut']);

    asking = 'dan';
    const seen = await ask('ut');
    expect([await seen.json(), seen.headers.get('cache-control')]).toEqual([
      { counts: { furniture: 1 }, more: false },
      'no-store',
    ]);
  } finally {
    server.close();
  }
});
