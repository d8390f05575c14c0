import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { findCampus } from '#domain/campus/registry.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { ANSWERS_PARALLEL_PER_CLIENT, ANSWERS_WAITING } from '#server/fairness/answerTurns.ts';
import { errorHandler } from '#server/http/errors.ts';
import { type ReadTopic, topicRoutes } from '#server/http/topics.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { feedPages } from '../support/feedPages.ts';

/** Answers that one client asks for at once, more than may run and wait. */
const TOO_MANY = ANSWERS_PARALLEL_PER_CLIENT + ANSWERS_WAITING + 20;
const ANSWER: TopicAnswer = {
  ok: true,
  cursor: { generation: '', era: '', position: '' },
  fresh: true,
  documents: [],
  floor: '',
};

let running: number;
let most: number;
let go: () => void;
let readTopic: ReadTopic;
let server: Server | null;

beforeEach(() => {
  const gate = Promise.withResolvers<void>();
  go = gate.resolve;
  running = 0;
  most = 0;
  server = null;
  const read = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
    return ANSWER;
  };
  readTopic = (_question, _userId, inTurn = (make) => make()) => inTurn(read);
});
afterEach(async () => {
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
});

it('pages are made few of one client at a time; one too many comes without its first view, and is asked for by the client', async () => {
  const campus = findCampus('ou');
  if (campus === undefined) throw new Error('There is no campus ou.');
  const readBoot = feedPages(readTopic);
  const ask = (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const request = { path: '/home', originalUrl: '/home', get: () => undefined, headers, app: { get: () => 1 } };
    return readBoot(request as unknown as Request, { locals: {} } as Response, campus);
  };
  const asked = Array.from({ length: TOO_MANY }, () => ask('10.0.0.1'));
  await pause(0);
  expect(most).toBe(ANSWERS_PARALLEL_PER_CLIENT);
  const other = ask('10.0.0.2');
  await pause(0);
  expect(running).toBe(ANSWERS_PARALLEL_PER_CLIENT + 1);
  go();
  expect(Object.keys((await other)?.topics ?? {})).toEqual(['feed']);
  const boots = await Promise.all(asked);
  expect(boots.filter((boot) => boot === null)).toHaveLength(20);
  expect(most).toBe(ANSWERS_PARALLEL_PER_CLIENT + 1);
});

it('topics are answered few of one client at a time; one too many is asked again later', async () => {
  const app = express();
  app.set('trusted proxies', 1);
  app.use(topicRoutes({ authenticate: async () => null, readTopic }));
  app.use(errorHandler(silentLogger));
  const listening = createServer(app);
  server = listening;
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/api/topics/feed:ou`;
  const ask = async (address: string) => {
    const answer = await fetch(url, { headers: { 'X-Forwarded-For': address } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const asked = Array.from({ length: TOO_MANY }, () => ask('10.0.0.1'));
  const refused = await Promise.race(asked);
  expect(refused).toBe(429);
  const other = ask('10.0.0.2');
  while (running <= ANSWERS_PARALLEL_PER_CLIENT) await pause(5);
  go();
  expect(await other).toBe(200);
  const statuses = await Promise.all(asked);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect(statuses.filter((status) => status === 200)).toHaveLength(TOO_MANY - 20);
  expect(most).toBe(ANSWERS_PARALLEL_PER_CLIENT + 1);
});
