/** The product's server in a process of its own, with brakes that let a load of one machine through. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Config, EMBEDDED } from '#server/config.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { Network } from '#server/ports/network.ts';
import { type RunningServer, startServer } from '#server/roles/server.ts';
import { processorTime, serveParent } from '../child.ts';
import { METRICS_TOKEN } from '../metricsToken.ts';
import { NO_MAIL } from '../noMail.ts';

const OPEN = { perMinute: 10_000_000, burst: 10_000_000 };
const RATES = {
  commandsPerUser: OPEN,
  commandsPerAddress: OPEN,
  ofCommands: OPEN,
  requestsPerAddress: OPEN,
  messagesPerMinute: OPEN.perMinute,
  handshakesPerAddress: OPEN,
  socketsPerAddress: OPEN.burst,
};
const CLIENT_DIR = join(import.meta.dirname, '../../../../dist');

let server: RunningServer | null = null;

/** By a flag that is set now and not before: V8 takes no compiled code of a process with other flags (`npm start`). */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

async function start(options: { readonly dataDir: string; readonly port: number; readonly foreignSite?: number }) {
  const { dataDir, port, foreignSite } = options;
  const config: Config = {
    ...EMBEDDED,
    google: null,
    stripe: null,
    geo: null,
    linkPreviews: foreignSite !== undefined,
    ...NO_MAIL,
    dataDir,
    port,
    host: '127.0.0.1',
    clientDir: CLIENT_DIR,
    publicUrl: null,
    logLevel: 'silent',
    smtpTls: 'required',
    // The clients of a figure are one machine: it says who they are, as a proxy does.
    trustedProxies: 1,
    socketsPerAddress: OPEN.burst,
    metricsToken: METRICS_TOKEN,
    seedDemo: false,
    lan: false,
  };
  const network = foreignSite === undefined ? undefined : leadingTo(foreignSite);
  server = await startServer(config, { logger: silentLogger, rates: RATES, network });
  return { port: server.port };
}

/** A network in which every site stands at a port of this machine; the filter sees a public address. */
function leadingTo(port: number): Network {
  return { resolve: async () => ['93.184.215.14'], connect: () => connect(port, '127.0.0.1') };
}

/** Milliseconds between two looks at the memory; a collection takes longer than a look. */
const WATCH_EVERY_MS = { 'as it is': 10, collected: 200 } as const;

/** Whether garbage counts as memory. */
export type Garbage = keyof typeof WATCH_EVERY_MS;

let highest = 0;
let watch: NodeJS.Timeout | undefined;

const jobs = {
  start,
  processorTime,
  /** Looks at the memory again and again, from now on. @returns bytes as it stands */
  watchMemory: async (garbage: Garbage) => {
    const look = () => {
      if (garbage === 'collected') collectGarbage();
      return process.memoryUsage.rss();
    };
    highest = look();
    watch = setInterval(() => {
      highest = Math.max(highest, look());
    }, WATCH_EVERY_MS[garbage]);
    return highest;
  },
  /** Ends that. @returns the most bytes that there were */
  watchedMemory: async () => {
    clearInterval(watch);
    return highest;
  },
  /** Bytes in memory after a full collection: garbage is not counted. */
  memory: async () => {
    collectGarbage();
    return { resident: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed };
  },
  close: async () => {
    await server?.close();
  },
};
export type ServerJobs = typeof jobs;

process.on('SIGTERM', () => void jobs.close().then(() => process.exit()));
serveParent(jobs);
