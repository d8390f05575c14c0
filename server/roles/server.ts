import { flushCompileCache } from 'node:module';
import { systemClock } from '#projections/engine/clock.ts';
import type { Progress } from '#projections/engine/progress.ts';
import type { Config } from '../config.ts';
import { systemHubClock } from '../hub/ports.ts';
import { watchSessions } from '../hub/sessionWatch.ts';
import { createIdentity } from '../identity/identity.ts';
import type { PasswordHasher } from '../identity/passwords.ts';
import { createVaultTail } from '../kernel/vaultTail.ts';
import type { Logger } from '../observability/logging.ts';
import { createMetrics, type Metrics } from '../observability/metrics/metrics.ts';
import { createSecurityLog } from '../observability/securityLog.ts';
import { createClientCommands } from '../write/clientCommands.ts';
import { createCommandFaults } from '../write/commandFaults.ts';
import type { StartRates } from '../write/rateLimiter.ts';
import { type Closing, closeInOrder } from './closing.ts';
import { openControl } from './control.ts';
import { controlVerbs } from './controlVerbs.ts';
import { createEdge } from './edge.ts';
import { createForgetting } from './forgetting.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { listen } from './listen.ts';
import { healthChecks } from './readiness.ts';
import { startReadSide } from './readSide.ts';
import { startError } from './startError.ts';
import { refuseLostEvents, refuseOtherLog } from './tornFolder.ts';
import { positionsOfReactors, startWorker } from './worker.ts';

/** A server that serves. */
export interface RunningServer {
  /** Address on this machine, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Ends what was acknowledged, then everything, in order. Repeating it changes nothing. */
  close(): Promise<void>;
}

/** What a start may be given beside the configuration. */
export interface StartOptions {
  readonly logger: Logger;
  /** Fills a data folder that nobody has used yet; it may be called again when it was broken off. */
  readonly seed?: (foundation: Foundation) => Promise<void>;
  /** Told of the progress of building read models for a new release. */
  readonly onPrepare?: (progress: Progress) => void;
  /** Load tests pass higher ones. */
  readonly rates?: StartRates;
  /** Tests pass a cheaper one. */
  readonly hasher?: PasswordHasher;
}

/**
 * Opens the data folder, brings the read models up to the log and serves, all in one process.
 *
 * @throws DataFolderRefused, ListenFailed
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const closing = closeInOrder(options.logger);
  try {
    const metrics = createMetrics(options.logger);
    closing.add('metrics', metrics.close);
    const foundation = await openFoundation(config, 'server', metrics, endProcess);
    closing.add('stores', foundation.close);
    const places = await positionsOfReactors(foundation.vault.checkpoints);
    await refuseLostEvents(foundation.folder, foundation.store, places);
    await refuseOtherLog(foundation.folder, foundation.store, foundation.vault.checkpoints, places);
    // No server has run here to the end of its start if no reactor has a place. Making the demo campus again is
    // harmless, since every command of it has an id for good.
    if (places.every((place) => place === null)) await options.seed?.(foundation);
    const port = await serve(config, foundation, metrics, options, closing);
    // Where modules are kept compiled (`scripts/bootstrap.mjs`), also one that will be killed leaves them to the next.
    flushCompileCache();
    return { url: `http://${urlHost(config.host)}:${port}`, port, close: closing.close };
  } catch (error) {
    await closing.close();
    throw startError(config.dataDir, error);
  }
}

/** Builds everything on the foundation, in the order in which one part needs another. */
async function serve(
  config: Config,
  foundation: Foundation,
  metrics: Metrics,
  { logger, hasher, rates, onPrepare }: StartOptions,
  closing: Closing,
): Promise<number> {
  const clock = () => new Date();
  const { folder, store, log, vault, media, secrets } = foundation;
  const dispatcher = foundation.dispatcherAt(clock);
  const commands = createClientCommands({
    dispatcher,
    clock,
    ...(rates && { rates: { perUser: rates.commandsPerUser, perAddress: rates.commandsPerAddress } }),
    onError: createCommandFaults(logger, () => performance.now()),
  });
  const readSide = await startReadSide({
    foundation,
    commands: metrics.commands(commands, 'socket'),
    metrics,
    logger,
    closing,
    onDeath: endProcess,
    ...(rates && { messagesPerMinute: rates.messagesPerMinute }),
    ...(onPrepare && { onPrepare }),
  });
  const { hub } = readSide;
  const security = createSecurityLog(logger, metrics.securityEvent);
  const identity = createIdentity({
    vault,
    dispatcher,
    secrets,
    clock,
    onSessionEnded: (sessionId) => hub.endSession(sessionId),
    security,
    ...(hasher && { hasher }),
  });

  const timer = systemClock;
  const watch = watchSessions({ hub, sessions: identity.sessions, clock: systemHubClock, logger });
  closing.add('sessions of sockets', () => watch.stop());
  const tail = createVaultTail({
    changes: vault.changes,
    follower: createForgetting({ hub, dispatcher, log, watch }),
    clock: timer,
    logger,
  });
  await tail.start();
  closing.add('changes of the vault', () => tail.stop());

  const shared = { dispatcher, clock, timer, logger };
  const { transport } = foundation;
  const { reactors } = await startWorker({ ...shared, ...readSide, log, vault, media, transport, identity }, closing);

  const parts = { ...shared, ...readSide, store, log, vault, media, reactors };
  const health = healthChecks(parts);
  metrics.watch({ ...parts, health });
  const control = await openControl({ dataDir: folder.path, verbs: controlVerbs(parts), logger });
  closing.add('control', () => control.close());
  await folder.announceControl({ socket: control.socket, token: control.token });

  const edge = createEdge({
    config,
    foundation,
    readSide,
    identity,
    security,
    dispatcher,
    commands: metrics.commands(commands, 'http'),
    health,
    metrics,
    rates,
    clock,
    logger,
    closing,
  });
  return listen(edge, config);
}

/**
 * A thread of a store has ended by itself. What it held of its file is unknown and nobody would be answered: the
 * process ends as from any error that must not happen, and the next one goes on from what is on disk.
 */
function endProcess(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}

/** The host as it stands in an address; a wildcard is reached by the loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
