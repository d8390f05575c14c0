import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { SignedInUser } from '../sessions.ts';
import { exchange } from './http.ts';

const MS_PER_SECOND = 1_000;
/** A request is answered when it is on the disk, a second later: as many wait at a time. */
const SOCKETS = 4_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BYTE = 256;

/** Sends views of posts steadily, each of a page session of its own. @returns how many of each post were taken, and the seconds */
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
  const count = (milliseconds * perSecond) / MS_PER_SECOND;
  for (let n = 0; n < count; n += 1) {
    const wait = startedAt + (n * MS_PER_SECOND) / perSecond - performance.now();
    if (wait > 0) await pause(wait);
    const [postId = '', author = ''] = posts[n % posts.length] ?? [];
    const all = users.filter(({ userId }) => userId !== author);
    const user = all[Math.floor(n / posts.length) % all.length];
    if (user === undefined) throw new Error('There are too few people.');
    const address = `10.${Math.floor(n / BYTE ** 2) % BYTE}.${Math.floor(n / BYTE) % BYTE}.${n % BYTE}`;
    const body = JSON.stringify({ session: uuidv7(), actions: [{ actionType: 'view', postId }] });
    const asked = { port, path: '/api/trackPostAnalytics', agent, cookie: user.cookie, address, browser: BROWSER };
    under.push(
      exchange(asked, body).then(({ status, text }) => {
        if (status !== 204) throw new Error(`An action was refused: ${status} ${text}`);
        taken[postId] = (taken[postId] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(under);
  agent.destroy();
  return { taken, seconds: (performance.now() - startedAt) / MS_PER_SECOND };
}
