import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, EMBEDDED } from '#server/config.ts';
import { SOCKETS_PER_ADDRESS } from '#server/hub/limits.ts';
import { createPasswordHasher } from '#server/identity/passwords.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type RunningServer, type StartOptions, startServer } from '#server/roles/server.ts';
import { type Browser, openBrowser } from './browser.ts';
import { METRICS_TOKEN } from './metricsToken.ts';

/** The cheapest cost that bcrypt takes. */
const TEST_BCRYPT_COST = 4;

/** Milliseconds that a log-in waits for the topics of the home page: a busy machine reads them slowly. */
const TEST_NEXT_PAGE_MS = 60_000;

/** A whole server on a port of its own, over a folder of its own. */
export interface TestServer extends RunningServer {
  readonly dataDir: string;
  browser(host?: string): Browser;
  /** Ends the server and deletes its folder. */
  end(): Promise<void>;
}

/** Starts a server. The folder is a new one unless `dataDir` names one. */
export async function testServer(
  change: Partial<Config> = {},
  options: Partial<StartOptions> = {},
): Promise<TestServer> {
  const dataDir = change.dataDir ?? (await mkdtemp(join(tmpdir(), 'quad-server-')));
  const config: Config = {
    ...EMBEDDED,
    google: null,
    geo: null,
    stripe: null,
    linkPreviews: false,
    environment: 'development',
    port: 0,
    host: '127.0.0.1',
    clientDir: join(import.meta.dirname, 'client'),
    publicUrl: null,
    smtpUrl: null,
    smtpTls: 'required',
    mailFrom: 'Quad <no-reply@quad.example>',
    logLevel: 'silent',
    trustedProxies: 0,
    socketsPerAddress: SOCKETS_PER_ADDRESS,
    metricsToken: METRICS_TOKEN,
    seedDemo: false,
    lan: false,
    ...change,
    dataDir,
  };
  const hasher = createPasswordHasher(TEST_BCRYPT_COST);
  const server = await startServer(config, {
    logger: silentLogger,
    hasher,
    nextPageMs: TEST_NEXT_PAGE_MS,
    ...options,
  });
  return {
    ...server,
    dataDir,
    browser: (host = 'ou.localhost') => openBrowser(server.port, host),
    async end() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
