import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { streamFact } from '#domain/kernel/command.ts';
import { type SettingsState, settingsFact, wantsMail } from '#domain/settings/decider.ts';
import { mailKinds } from '#domain/settings/mailKinds.ts';
import { errorHandler } from '#server/http/errors.ts';
import { createOriginRule, requireOwnOrigin } from '#server/http/origins.ts';
import { UNSUBSCRIBES_PER_USER, unsubscribeRoutes } from '#server/http/unsubscribe.ts';
import { createUnsubscribeLinks } from '#server/mail/unsubscribe.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf, registerConfirmed, SYSTEM } from '../support/people.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const links = createUnsubscribeLinks(new Uint8Array(32).fill(7));
const settingsOf = streamFact<SettingsState>('settings');

/** A server with this route alone, and a person who gets mails. */
async function setUp() {
  const rig = identityRig();
  const userId = await registerConfirmed(rig, 'ada');
  const app = express();
  app.use(requireOwnOrigin(createOriginRule({ environment: 'production', publicUrl: null, lan: false }), () => false));
  app.use(unsubscribeRoutes({ links, dispatcher: rig.dispatcher, clock: rig.clock.now, rateShare: null }));
  app.use(errorHandler(silentLogger));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wanted = async () => (await rig.dispatcher.stateOf(settingsOf(userId))).emailNotifications;
  return { rig, userId, url, link: links.linkOf(userId, { url }), wanted };
}

describe('the link in a mail that ends such mails', () => {
  it('[NOTF-10 in part] asks by GET and acts by a POST of the mail provider, without session and origin (RFC 8058)', async () => {
    const { link, wanted } = await setUp();
    const asked = await fetch(link);
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await asked.text()).toContain('<form method="post"><button>Unsubscribe</button></form>');
    expect(await wanted()).toBe(true);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (const origin of [null, 'https://mail.example']) {
      const headers: Record<string, string> = origin === null ? {} : { origin };
      const done = await fetch(link, { method: 'POST', body, headers });
      expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
      expect(await wanted()).toBe(false);
    }
  });

  it('[NOTF-10 in part] a scanner’s GET and HEAD change nothing; one POST without a cookie ends the kind of the mail alone', async () => {
    const { rig, userId, url } = await setUp();
    const link = links.linkOf(userId, { url }, 'like');
    const wantedOf = async () => {
      const settings = await rig.dispatcher.stateOf(settingsFact(userId));
      return mailKinds.filter((kind) => wantsMail(settings, kind));
    };
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200);
    expect(await wantedOf()).toEqual(mailKinds);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
    expect(await wantedOf()).toEqual(mailKinds.filter((kind) => kind !== 'like'));
  });

  it('[NOTF-10 in part] says of each kind which mails it ends, before and after', async () => {
    const { userId, url } = await setUp();
    const said = {
      message: 'messages to you',
      comment: 'comments on your posts',
      'comment reply': 'replies to your comments',
      like: 'saves of your posts and likes of your comments',
    };
    expect(Object.keys(said)).toEqual(mailKinds);
    for (const kind of mailKinds) {
      const link = links.linkOf(userId, { url }, kind);
      expect(await (await fetch(link)).text()).toContain(`<p>No more emails about ${said[kind]}? Emails about your`);
      const done = await fetch(link, { method: 'POST' });
      expect(await done.text()).toContain(`<p>You get no more emails about ${said[kind]}. You can`);
    }
  });

  it('is of one person: another’s id, another signature, none, and more of it lead nowhere', async () => {
    const { link, url, userId, wanted, rig } = await setUp();
    const bob = await registerConfirmed(rig, 'bob');
    const signature = link.split('.').at(-1) ?? '';
    const tokens = [
      `${bob}.${signature}`,
      `${userId}.${'0'.repeat(32)}`,
      userId,
      `${userId}.`,
      `${userId}.${signature}.x`,
      '.',
      'x',
    ];
    for (const token of tokens) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${url}/api/unsubscribe/${token}`, { method });
        expect([token, answer.status]).toEqual([token, 404]);
      }
    }
    expect(await wanted()).toBe(true);
    // Every other address still refuses foreign origins.
    expect((await fetch(`${url}/api/unsubscribe`, { method: 'POST' })).status).toBe(403);
    expect((await fetch(`${url}/api/commands`, { method: 'POST' })).status).toBe(403);
  });

  it('is used a few times a minute, each person’s by itself', async () => {
    const { link, url, rig } = await setUp();
    const statuses: number[] = [];
    for (let n = 0; n <= UNSUBSCRIBES_PER_USER.burst; n += 1) {
      statuses.push((await fetch(link, { method: 'POST' })).status);
    }
    expect(statuses).toEqual([...Array<number>(UNSUBSCRIBES_PER_USER.burst).fill(200), 429]);
    const bobs = links.linkOf(await registerConfirmed(rig, 'bob'), { url });
    expect((await fetch(bobs, { method: 'POST' })).status).toBe(200);
  });

  it('is no error for somebody who was erased meanwhile', async () => {
    const { link, rig, userId } = await setUp();
    await rig.give(SYSTEM, idOf('erase'), 'EraseUser', { userId });
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  });
});
