import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Config } from '#server/config.ts';
import { createPasswordHasher } from '#server/identity/passwords.ts';
import { type Logger, silentLogger } from '#server/logging.ts';
import { type RunningServer, startServer } from '#server/server.ts';

// Whole servers start and stop in these tests, and the machine may be busy.
jest.setTimeout(60_000);

/** The cheapest cost that bcrypt takes. */
const TEST_BCRYPT_COST = 4;

/** An answer of the server. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; `undefined` when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly json: any;
}

/** What a request may carry. */
export interface Ask {
  readonly body?: unknown;
  readonly raw?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser: it keeps its cookies and says where its page came from. */
export interface Browser {
  readonly cookies: Map<string, string>;
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
}

/** A whole server on a port of its own, over a folder of its own. */
export interface TestServer extends RunningServer {
  readonly dataDir: string;
  browser(host?: string): Browser;
  /** Ends the server and deletes its folder. */
  end(): Promise<void>;
}

/** Starts a server. The folder is a new one unless `dataDir` names one. */
export async function testServer(change: Partial<Config> = {}, logger: Logger = silentLogger): Promise<TestServer> {
  const dataDir = change.dataDir ?? (await mkdtemp(join(tmpdir(), 'quad-server-')));
  const config: Config = {
    environment: 'development',
    port: 0,
    host: '127.0.0.1',
    clientDir: join(import.meta.dirname, 'client'),
    publicUrl: null,
    smtpUrl: null,
    mailFrom: 'Quad <no-reply@quad.example>',
    logLevel: 'silent',
    trustedProxies: 0,
    metricsToken: null,
    seedDemo: false,
    lan: false,
    ...change,
    dataDir,
  };
  const server = await startServer(config, { logger, hasher: createPasswordHasher(TEST_BCRYPT_COST) });
  return {
    ...server,
    dataDir,
    browser: (host = 'ou.localhost') => browser(server.port, `${host}:${server.port}`),
    async end() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A browser that reaches the server's port under any host name. */
function browser(port: number, host: string): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async ask(method, path, { body, raw, headers = {} } = {}) {
      const payload = raw ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
      const answer = await send(port, method, path, payload, {
        host,
        origin: `http://${host}`,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      });
      for (const cookie of answer.headers['set-cookie'] ?? []) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

function send(
  port: number,
  method: string,
  path: string,
  payload: Uint8Array | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text, json: parse(text) });
      });
    });
    outgoing.on('error', reject);
    if (payload !== undefined) outgoing.setHeader('content-length', payload.byteLength);
    outgoing.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
