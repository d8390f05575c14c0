import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { findCampus } from '#domain/campus/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { NextPage, ReadPageBoot } from '#server/http/pageBoot.ts';
import { createAnswerSignedIn } from '#server/http/signedIn.ts';
import type { Browser } from '../support/browser.ts';
import { picture } from '../support/pictures.ts';
import { eventually, PASSWORD, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let ben: Student;
let post: string;
beforeAll(async () => {
  server = await testServer();
  const face = await picture(40, 40);
  [ada, ben] = [await signUpMember(server, 'ada', face), await signUpMember(server, 'ben', face)];
  post = await write(ada, 'A typewriter');
  await ada.give('SavePost', { postId: post });
});
afterAll(() => server.end());

const PACKED = { 'accept-encoding': 'gzip, deflate, br' };

async function logIn(browser: Browser, { email }: Student, headers: Record<string, string> = PACKED) {
  const answer = await browser.ask('POST', '/api/session', { body: { email, password: PASSWORD }, headers });
  const isPacked = answer.headers['content-encoding'] === 'gzip';
  return { ...answer, json: isPacked ? JSON.parse(gunzipSync(answer.bytes).toString()) : answer.json };
}

/** The topics in the page on which people go on. */
async function topicsInPage(browser: Browser): Promise<Record<string, unknown>> {
  const { text } = await browser.ask('GET', '/home');
  return JSON.parse(/id="quad-boot">(.*?)<\/script>/s.exec(text)?.[1] ?? '').topics;
}

describe('the answer to a log-in', () => {
  it('[P8 in part] has the topics that the next page has for its person, whoever was signed in before', async () => {
    const browser = server.browser();
    await logIn(browser, ben);
    await eventually(async () => {
      const { json } = await logIn(browser, ada);
      expect(json.user).toEqual({ id: ada.userId });
      expect(Object.keys(json.topics)).toContain(topicName.me(ada.userId));
      expect(Object.keys(json.topics)).not.toContain(topicName.me(ben.userId));
      // News in between make another page.
      return JSON.stringify(json.topics) === JSON.stringify(await topicsInPage(browser));
    });
    const { json } = await logIn(browser, ben);
    expect(JSON.stringify(json.topics)).not.toContain(ada.email);
  });

  it('[P9] is packed, and nothing of its person with what others wrote; no cache keeps it', async () => {
    const { headers, bytes, json } = await logIn(server.browser(), ada);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: expect.stringMatching(/Accept-Encoding/i) });
    const asItIs = bytes.toString('latin1');
    expect(asItIs).toContain(`"email":"${ada.email}"`);
    expect(JSON.stringify(json)).toContain('A typewriter');
    expect(asItIs).not.toContain('A typewriter');
  });

  it('has no topics where it can’t be packed, or the log-in fails', async () => {
    expect((await logIn(server.browser(), ada, {})).json).toEqual({ user: { id: ada.userId } });
    const body = { email: ada.email, password: 'wrong' };
    const refused = await server.browser().ask('POST', '/api/session', { body, headers: PACKED });
    expect(refused.text).not.toContain('topics');
  });

  it.each([
    ['can’t be read now', async () => null],
    ['takes long', () => new Promise<null>(() => undefined)],
  ])('waits for no page that %s', async (_name, read: () => Promise<null>) => {
    jest.useFakeTimers();
    try {
      const asked: (NextPage | undefined)[] = [];
      const readPageBoot: ReadPageBoot = (_request, _response, _campus, next) => {
        asked.push(next);
        return read();
      };
      const sent: unknown[] = [];
      const response = { set: () => response, vary: () => response, json: (body: unknown) => sent.push(body) };
      const request = { acceptsEncodings: () => 'gzip' };
      const locals = { campus: findCampus('ou') };
      const answered = createAnswerSignedIn(readPageBoot)(
        'ada',
        {
          ...request,
          get: () => 'ou.localhost',
          headers: {},
          res: { locals },
          hostname: 'ou.localhost',
        } as unknown as Request,
        { ...response, locals } as unknown as Response,
      );
      await jest.advanceTimersByTimeAsync(300);
      await answered;
      expect(asked).toEqual([{ userId: 'ada', path: '/home' }]);
      expect(sent).toEqual([{ user: { id: 'ada' } }]);
    } finally {
      jest.useRealTimers();
    }
  });
});
