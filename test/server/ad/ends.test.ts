import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { boosted, documentIn } from '../impression/support.ts';
import { picture } from '../support/pictures.ts';
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from '../support/serverProcess.ts';
import { eventually, PASSWORD, type Student, signUpMember } from '../support/student.ts';

/** An ad whose time ends while no server runs. */

const PRELOADS = join(import.meta.dirname, '../../proof/crash/clockAhead.ts');
const DAYS = 4;
const HOUR_MS = 3_600_000;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(options: ServerProcessOptions): Promise<ServerProcess> {
  const server = await startServerProcess(options);
  closers.push(() => server.end('SIGKILL'));
  return server;
}

interface Ad {
  readonly status: string;
  readonly endTime: string;
  readonly totalSpent: number;
}
const adOf = async (student: Student, adId: string) =>
  (await documentIn(student, topicName.ad(adId), adId)) as Ad | undefined;

it('[BOOST-23] an ad whose time ended while the server was down is completed by the next start, at its own end; slots leave', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quad-ends-'));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const first = await start({ dataDir });
  const owner = await signUpMember(first, 'owner', await picture(40, 30));
  const { postId, adId } = await boosted(owner);
  const { endTime } = (await adOf(owner, adId)) ?? { endTime: '' };
  await first.end('SIGKILL');

  const ahead = String((DAYS * 24 + 1) * HOUR_MS);
  const next = await start({ dataDir, preload: [PRELOADS], environment: { QUAD_CLOCK_AHEAD_MS: ahead } });
  const browser = next.browser();
  const entered = await browser.ask('POST', '/api/session', { body: { email: owner.email, password: PASSWORD } });
  expect(entered.status).toBe(200);
  const back: Student = { ...owner, ...browser };
  const ended = await eventually(async () => {
    const ad = await adOf(back, adId);
    return ad?.status === 'completed' && ad;
  });
  expect(ended).toMatchObject({ endTime, totalSpent: 500 * DAYS });
  expect(await documentIn(back, topicName.sponsored('ou'), postId)).toBeUndefined();
});
