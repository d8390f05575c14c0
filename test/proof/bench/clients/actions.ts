import { Agent } from 'node:http';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { SignedInUser } from '../sessions.ts';
import { exchange } from './http.ts';

const MS_PER_SECOND = 1_000;
/** A request is answered when it is on the disk, a second later: as many wait at a time. */
const SOCKETS = 4_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BYTE = 256;
/** Posts of which a page says in one request that they were seen: it gathers for a second while somebody scrolls. */
const POSTS_PER_REQUEST = 2;

/**
 * Sends views of posts steadily, some of them at a time, each time of a page session of its own.
 *
 * @returns how many of each post were taken, and the seconds
 */
export async function sendActions(load: {
  readonly port: number;
  readonly users: readonly SignedInUser[];
  /** Posts with their authors, who do not count. */
  readonly posts: readonly (readonly [postId: string, author: string])[];
  readonly perSecond: number;
  readonly milliseconds: number;
}): Promise<{ readonly taken: Readonly<Record<string, number>>; readonly seconds: number }> {
  const { port, users, posts, perSecond, milliseconds } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const taken: Record<string, number> = {};
  const under: Promise<void>[] = [];
  const startedAt = performance.now();
  const pages = (milliseconds * perSecond) / MS_PER_SECOND / POSTS_PER_REQUEST;
  for (let n = 0; n < pages; n += 1) {
    const wait = startedAt + (n * POSTS_PER_REQUEST * MS_PER_SECOND) / perSecond - performance.now();
    // Also who is late takes the answers that have come: they are no burst of the server's.
    await (wait > 0 ? pause(wait) : breathe());
    const seen = Array.from({ length: POSTS_PER_REQUEST }, (_, k) => posts[(n * POSTS_PER_REQUEST + k) % posts.length]);
    const authors = seen.map((post) => post?.[1]);
    const all = users.filter(({ userId }) => !authors.includes(userId));
    const user = all[n % all.length];
    if (user === undefined) throw new Error('There are too few people.');
    const address = `10.${Math.floor(n / BYTE ** 2) % BYTE}.${Math.floor(n / BYTE) % BYTE}.${n % BYTE}`;
    const actions = seen.map((post) => ({ actionType: 'view', postId: post?.[0] ?? '' }));
    const body = JSON.stringify({ session: uuidv7(), actions });
    const asked = { port, path: '/api/trackPostAnalytics', agent, cookie: user.cookie, address, browser: BROWSER };
    under.push(
      exchange(asked, body).then(({ status, text }) => {
        if (status !== 204) throw new Error(`Actions were refused: ${status} ${text}`);
        for (const { postId } of actions) taken[postId] = (taken[postId] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(under);
  agent.destroy();
  return { taken, seconds: (performance.now() - startedAt) / MS_PER_SECOND };
}
