import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { findCampus } from '#domain/campus/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { ANSWERS_PARALLEL_PER_CLIENT } from '#server/fairness/answerTurns.ts';
import type { NextPage, PageBoot, ReadPageBoot } from '#server/http/pageBoot.ts';
import { createAnswerSignedIn } from '#server/http/signedIn.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { Browser } from '../support/browser.ts';
import { feedPages } from '../support/feedPages.ts';
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

/** The client goes on with the home page. */
const HOME = '?next=%2Fhome';
const PACKED = { 'accept-encoding': 'gzip, deflate, br' };

/** Logs in, on the way to the home page unless `next` is another one. */
async function logIn(
  browser: Browser,
  { email }: Student,
  { headers = PACKED, next = HOME }: { headers?: Record<string, string>; next?: string } = {},
) {
  const body = { email, password: PASSWORD };
  const answer = await browser.ask('POST', `/api/session${next}`, { body, headers });
  const isPacked = answer.headers['content-encoding'] === 'gzip';
  return { ...answer, json: isPacked ? JSON.parse(gunzipSync(answer.bytes).toString()) : answer.json };
}

/** The topics in the home page, as text; `null`: they could not be read now. */
async function topicsInPage(browser: Browser): Promise<string | null> {
  const { text } = await browser.ask('GET', '/home');
  const { topics } = JSON.parse(/id="quad-boot">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
  return topics === undefined ? null : JSON.stringify(topics);
}

/** Waits for a page without news. */
async function settled(browser: Browser): Promise<void> {
  let last: string | null = null;
  await eventually(async () => {
    const before = last;
    last = await topicsInPage(browser);
    return last !== null && last === before;
  });
}

describe('the answer to a log-in', () => {
  it('[P8 in part] has the topics that the home page has for its person, whoever was signed in before', async () => {
    const browser = server.browser();
    await logIn(browser, ben);
    const json = await eventually(async () => {
      await settled(ada);
      const answer = await logIn(browser, ada);
      expect(answer.json.user).toEqual({ id: ada.userId });
      if (answer.json.topics === undefined) return false;
      // News in between make another page.
      return JSON.stringify(answer.json.topics) === (await topicsInPage(browser)) ? answer.json : false;
    });
    expect(Object.keys(json.topics)).toContain(topicName.me(ada.userId));
    expect(Object.keys(json.topics)).not.toContain(topicName.me(ben.userId));
    const after = await logIn(browser, ben);
    expect(Object.keys(after.json.topics)).toContain(topicName.me(ben.userId));
    expect(JSON.stringify(after.json.topics)).not.toContain(ada.email);
  });

  it('[P9] is packed, and nothing of its person with what others wrote; no cache keeps it', async () => {
    const { headers, bytes, json } = await logIn(server.browser(), ada);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: expect.stringMatching(/Accept-Encoding/i) });
    const asItIs = bytes.toString('latin1');
    expect(asItIs).toContain(`"email":"${ada.email}"`);
    expect(JSON.stringify(json)).toContain('A typewriter');
    expect(asItIs).not.toContain('A typewriter');
  });

  it('has no topics for those who go on elsewhere, where it can’t be packed, or the log-in fails', async () => {
    const elsewhere = ['', '?next=%2Fsaved', `${HOME}&next=%2Fsaved`].map((next) => ({ next }));
    for (const options of [...elsewhere, { headers: {} }])
      expect((await logIn(server.browser(), ada, options)).json).toEqual({ user: { id: ada.userId } });
    const body = { email: ada.email, password: 'wrong' };
    const refused = await server.browser().ask('POST', `/api/session${HOME}`, { body, headers: PACKED });
    expect(refused.text).not.toContain('topics');
  });
});

/** As much of a request as the answer reads, and as much as a page is read by. */
const asked = { acceptsEncodings: () => 'gzip', get: () => undefined, query: { next: '/home' } };
const request = asked as unknown as Request;
const requestOfPage = { ...asked, headers: {}, app: { get: () => 0 } } as unknown as Request;

/** An answer that is not sent. */
function answerRig() {
  const sent: unknown[] = [];
  const response = {
    locals: {},
    set: () => response,
    vary: () => response,
    json: (body: unknown) => sent.push(body),
  };
  return { sent, response: response as unknown as Response };
}

/** Lines of a log. */
function logRig() {
  const lines: unknown[] = [];
  const note = (_fields: unknown, text: string) => void lines.push(text);
  return { lines, logger: { ...silentLogger, warn: note, error: note } as typeof silentLogger };
}

const ADA = 'ada';

describe('the wait for the topics', () => {
  it.each([
    ['can’t be read now', async () => null],
    ['takes long', () => new Promise<null>(() => undefined)],
  ])('is none for a page that %s', async (_name, read: () => Promise<null>) => {
    jest.useFakeTimers();
    try {
      const pages: (NextPage | undefined)[] = [];
      const readPageBoot: ReadPageBoot = (_request, _response, _campus, next) => {
        pages.push(next);
        return read();
      };
      const { sent, response } = answerRig();
      const answered = createAnswerSignedIn(readPageBoot, { logger: silentLogger })(ADA, request, response);
      await jest.advanceTimersByTimeAsync(300);
      await answered;
      expect(pages).toMatchObject([{ userId: 'ada', path: '/home' }]);
      expect(sent).toEqual([{ user: { id: 'ada' } }]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('ends with the place in the queue: a page whose turn comes later is not read', async () => {
    const turn = Promise.withResolvers<void>();
    let read = 0;
    const readPageBoot = feedPages(async () => {
      read += 1;
      await turn.promise;
      return { ok: true, cursor: { generation: '', era: '', position: '' }, fresh: true, documents: [], floor: '' };
    });
    const answer = createAnswerSignedIn(readPageBoot, { logger: silentLogger, waitMs: 1 });
    const rigs = Array.from({ length: ANSWERS_PARALLEL_PER_CLIENT + 1 }, answerRig);
    await Promise.all(rigs.map(({ response }) => answer(ADA, requestOfPage, response)));
    for (const { sent } of rigs) expect(sent).toEqual([{ user: { id: 'ada' } }]);
    turn.resolve();
    // This one comes after all of them.
    const { signal } = new AbortController();
    const campus = findCampus('ou');
    if (campus === undefined) throw new Error('There is no campus ou.');
    const last = await readPageBoot(requestOfPage, answerRig().response, campus, {
      userId: ADA,
      path: '/home',
      signal,
    });
    expect(Object.keys(last?.topics ?? {})).toEqual(['feed']);
    expect(read).toBe(ANSWERS_PARALLEL_PER_CLIENT + 1);
  });

  it('is no failure of the log-in: a page that can’t be packed or read is left out, and the log says so', async () => {
    const { lines, logger } = logRig();
    const document: Record<string, unknown> = {};
    document.itself = document;
    const unpackable = { topics: { feed: { documents: [document] } } } as unknown as PageBoot;
    const unreadable = feedPages(() => Promise.reject(new Error('A fault of ours.')), logger);
    const failing: readonly ReadPageBoot[] = [async () => unpackable, () => Promise.reject(new Error('x')), unreadable];
    for (const readPageBoot of failing) {
      const { sent, response } = answerRig();
      await createAnswerSignedIn(readPageBoot, { logger })(ADA, requestOfPage, response);
      expect(sent).toEqual([{ user: { id: 'ada' } }]);
    }
    expect(lines).toEqual([
      'A log-in was answered without topics.',
      'A log-in was answered without topics.',
      'The home page could not be read for the answer to a log-in.',
    ]);
  });
});
