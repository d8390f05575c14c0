import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { declaredRoutes } from '#test/server/support/declaredRoutes.ts';
import { type Campaign, type CampaignReport, runCampaign } from './campaign.ts';
import { type Input, KINDS, type Kind, type Numbered } from './input.ts';
import { plainRequest } from './inputs/requests.ts';
import { inputOf } from './inputs.ts';
import { judge, judgePushed } from './judge.ts';
import { Secrets } from './secrets.ts';
import type { Target } from './target.ts';
import { createWorld, FIRST_POSTS, plannedPost, type World } from './world.ts';

const SEED = 7;
const PEOPLE = 4;
const INPUTS = 60;
const PASSWORD = 'canary-password-of-the-test';
const MIB = 2 ** 20;
const SENDER = { member: null, address: '10.0.0.1' } as const;

const NOT_FOUND = { code: 'NOT_FOUND', text: 'There is nothing.', data: {}, retry: false };
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A fault of a fake server. */
interface Fault {
  readonly answer?: RequestListener;
  readonly lines?: readonly string[];
  readonly ended?: string;
  /** Memory at the n-th sample. */
  readonly resident?: (look: number) => number;
}

/** Answers every request properly with "not found". */
const proper: RequestListener = (_request, response) => {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: NOT_FOUND, errors: [{ msg: NOT_FOUND.text }] }));
};

async function pretend({ answer = proper, lines = [], ended, resident = () => 100 * MIB }: Fault): Promise<Target> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let looks = 0;
  return {
    port: (server.address() as AddressInfo).port,
    onLine: (listen) => lines.forEach(listen),
    ended: () => ended ?? null,
    residentBytes: async () => {
      looks += 1;
      return resident(looks);
    },
    stop: async () => undefined,
  };
}

/** Only inputs over HTTP: the fake server has no sockets. */
function overHttp(world: World): readonly Numbered[] {
  const found: Numbered[] = [];
  for (let number = 1; found.length < INPUTS; number += 1) {
    const numbered = inputOf(world, number, ['queries']);
    const { input } = numbered;
    if (input.via === 'http' && input.shape !== 'ready') found.push(numbered);
  }
  return found;
}

async function campaign(fault: Fault, maxMs: Campaign['maxMs'] = {}): Promise<CampaignReport> {
  const world = await createWorld(SEED, PEOPLE);
  const secrets = new Secrets();
  secrets.add('password', PASSWORD);
  secrets.add('code', '4711');
  const inputs = overHttp(world);
  return runCampaign({ target: await pretend(fault), cookies: [], secrets, inputs, count: inputs.length, maxMs });
}

/** The findings, in words. */
async function found(fault: Fault): Promise<readonly string[]> {
  return (await campaign(fault)).findings.map(({ what }) => what);
}

/** Everything that an input says, its body readable. */
function wordsOf(input: Input): string {
  const body = input.via === 'http' && input.body !== null ? Buffer.from(input.body, 'base64').toString('latin1') : '';
  return `${JSON.stringify(input)}${body}`;
}

/** The routes of the server, each as a pattern of method and path. */
function routesOfTheServer(): readonly RegExp[] {
  return declaredRoutes().map((route) => {
    const words = route.replace(/\{\*path\}/, '.*');
    return new RegExp(`^${words.replaceAll(/:\w+|\$\{[^}]+\}/g, '[^/]+')}$`);
  });
}

describe('fuzz', () => {
  it('finds nothing in a server that answers properly', async () => {
    const report = await campaign({
      lines: ['{"level":30,"at":"2026-04-11T04:71:10.4711Z","ms":4711,"msg":"request"}'],
    });
    expect(report.findings).toEqual([]);
    expect(report.inputs).toBe(INPUTS);
  });

  it('finds a status 500, with the input that made it', async () => {
    let requests = 0;
    const report = await campaign({
      answer: (request, response) => {
        requests += 1;
        if (requests !== 20) return proper(request, response);
        response.writeHead(500).end('{}');
      },
    });
    expect(report.findings.map(({ what }) => what)).toEqual(['Status 500']);
    expect(report.findings[0]?.at?.input.via).toBe('http');
  });

  it('finds a 503 that is not one on purpose, and an error without its shape', async () => {
    const refusing = (status: number, body: object): RequestListener => {
      return (_request, response) => void response.writeHead(status).end(JSON.stringify(body));
    };
    expect(await found({ answer: refusing(503, { error: NOT_FOUND, errors: [{ msg: 'x' }] }) })).toContain(
      '503 with NOT_FOUND, which is not one on purpose',
    );
    expect(await found({ answer: refusing(400, { message: 'Bad' }) })).toEqual([
      expect.stringContaining('The error of status 400 has not its declared shape'),
    ]);
  });

  it('finds an answer of another shape than was declared', async () => {
    const findings = await found({ answer: (_request, response) => void response.end('{"id":7}') });
    expect(findings).toContainEqual(expect.stringContaining('The answer (person) has not its declared shape'));
  });

  it('finds an answer that takes longer than its kind may', async () => {
    const slowly: RequestListener = (request, response) => void setTimeout(() => proper(request, response), 40);
    const { findings, longestMs } = await campaign({ answer: slowly }, { queries: 20 });
    expect(findings.map(({ what }) => what)).toEqual(['An answer to queries took more than 20 ms.']);
    expect(longestMs.queries).toBeGreaterThan(20);
    expect((await campaign({ answer: slowly })).findings).toEqual([]);
  });

  it('[P8] finds a search that reaches another campus', () => {
    const answered = (campus: string) => {
      const found = { collection: 'posts', key: 'desk' };
      const documents = [{ ...found, position: '0'.repeat(16), doc: { campus } }];
      const body = Buffer.from(JSON.stringify({ ok: true, hits: [found], documents, more: false }));
      const ask = (path: string) =>
        judge(plainRequest(path, 'search', SENDER), { type: 'http', status: 200, headers: {}, body }, new Secrets());
      return [ask('/api/search?q=desk'), ask('/api/search?q=desk&campus=ut')];
    };
    expect(answered('ou')).toEqual([null, 'A search in ut found posts of another campus']);
    expect(answered('ut')).toEqual(['A search in ou found posts of another campus', null]);
  });

  it('searches in every script, with quotes and operators, up to ten thousand characters', async () => {
    const world = await createWorld(SEED, PEOPLE);
    const texts = Array.from({ length: 3_000 }, (_, number) => {
      const { input } = inputOf(world, number, ['searches']);
      return new URL(input.via === 'http' ? input.path : '', 'http://ou.localhost').searchParams.get('q') ?? '';
    });
    const scripts = [
      'Arab',
      'Armn',
      'Beng',
      'Cyrl',
      'Deva',
      'Egyp',
      'Geor',
      'Hang',
      'Han',
      'Hebr',
      'Khmr',
      'Thai',
      'Adlm',
    ];
    for (const script of scripts) {
      const letter = new RegExp(`\\p{Script=${script}}`, 'u');
      expect([script, texts.some((text) => letter.test(text))]).toEqual([script, true]);
    }
    for (const sign of ['"', "'", '«', 'NEAR(', 'UNION', '*', '--', '((']) {
      expect([sign, texts.some((text) => text.includes(sign))]).toEqual([sign, true]);
    }
    expect(Math.max(...texts.map(({ length }) => length))).toBe(10_000);
  });

  it('finds a connection that is cut instead of answered', async () => {
    const findings = await found({ answer: (request) => void request.socket.destroy() });
    expect(findings).toContainEqual(expect.stringContaining('No answer'));
  });

  it('[P9] finds a secret in a log line and in an answer', async () => {
    expect(await found({ lines: [`{"level":30,"msg":"login with ${PASSWORD}"}`] })).toEqual([
      'A log line holds a secret: password',
    ]);
    expect(await found({ lines: ['{"level":30,"msg":"mailed 4711"}'] })).toEqual(['A log line holds a secret: code']);
    expect(await found({ answer: (_request, response) => void response.writeHead(302).end(PASSWORD) })).toEqual([
      'An answer holds a secret: password',
    ]);
  });

  it('finds an error in the log, a server that ended, and memory that grows', async () => {
    expect(await found({ lines: ['{"level":50,"msg":"A request failed.","err":{"message":"x"}}'] })).toEqual([
      'The server logged an error: A request failed. x',
    ]);
    expect(await found({ ended: 'exit 1' })).toEqual(['The server ended by itself (exit 1).']);
    expect(await found({ resident: (look) => (100 + 10 * look) * MIB })).toEqual([
      expect.stringContaining('Memory grew by'),
    ]);
  });

  it('finds a status 500 in raw bytes, and a packet of the hub that was not declared or has another shape', () => {
    const wire = { via: 'wire', upgrade: false, pieces: [], member: null, address: '10.0.0.1' } as const;
    const bytes = Buffer.from('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 502 Bad Gateway\r\n\r\n');
    expect(judge(wire, { type: 'bytes', bytes }, new Secrets())).toBe('Status 502');
    expect(judgePushed('gossip', {})).toBe('The hub sent gossip, which is not declared.');
    expect(judgePushed('progress', { position: 7 })).toContain("The hub's progress has not its declared shape");
  });

  it('finds that brakes keep inputs from their target: then it tests nothing', async () => {
    const refusal = { code: 'RATE_LIMITED', text: 'Too fast.', data: { seconds: 1 }, retry: true };
    const answer: RequestListener = (_request, response) => {
      response.writeHead(429).end(JSON.stringify({ error: refusal, errors: [{ msg: refusal.text }] }));
    };
    expect(await found({ answer })).toEqual(['Brakes kept 100% of the inputs from their target.']);
  });

  it('is often about posts, and mostly about pictures, that are there', async () => {
    const world = await createWorld(SEED, PEOPLE);
    const ids = Array.from({ length: FIRST_POSTS }, (_, k) => plannedPost(world, k).postId);
    const inputs = Array.from({ length: 3_000 }, (_, number) => wordsOf(inputOf(world, number, KINDS).input));
    const isThere = (words: string) => ids.some((id) => words.includes(id));
    expect(inputs.filter(isThere).length / inputs.length).toBeGreaterThan(0.1);
    const pictures = inputs.filter((words) => words.includes('/images/posts/'));
    expect(pictures.filter(isThere).length / pictures.length).toBeGreaterThan(0.6);
  });

  it('sends something to every route that the server has', async () => {
    const world = await createWorld(SEED, PEOPLE);
    const asked = new Set<string>();
    for (let number = 1; number <= 12_000; number += 1) {
      const { input } = inputOf(world, number, KINDS);
      if (input.via === 'http') asked.add(`${input.method} ${input.path.split('?')[0]}`);
    }
    const routes = routesOfTheServer();
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter((route) => ![...asked].some((each) => route.test(each)))).toEqual([]);
  });

  it('draws the same inputs from the same seed, of every kind', async () => {
    const first = await createWorld(SEED, PEOPLE);
    const second = await createWorld(SEED, PEOPLE);
    const kinds = new Set<Kind>();
    for (let number = 1; number <= 200; number += 1) {
      const numbered = inputOf(first, number, KINDS);
      kinds.add(numbered.kind);
      expect(inputOf(second, number, KINDS)).toEqual(numbered);
    }
    expect([...kinds].sort()).toEqual([...KINDS].sort());
  });
});
