import { expect, it } from '@jest/globals';
import type { request } from '#web/sync/transport/http.ts';

it('a log-in on the site of no school asks for no topics: its person goes on at another site', async () => {
  const hostname = 'campus.localhost';
  Object.assign(globalThis, {
    location: { host: hostname, hostname, port: '', protocol: 'http:', pathname: '/login' },
  });
  const { isGenericSite } = await import('#web/session/site.ts');
  expect(isGenericSite).toBe(true);
  const { askToSignIn } = await import('#web/session/signInHere.ts');
  const asked: string[] = [];
  const ask = (async (_method: string, path: string) => {
    asked.push(path);
    return { user: { id: 'ada' } };
  }) as typeof request;
  await askToSignIn('/api/session', {}, { ask });
  expect(asked).toEqual(['/api/session']);
});
