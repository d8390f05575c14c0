import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { hostname } from 'node:os';
import { eventDefinitions } from '#domain/registry.ts';
import { systemClock } from '#projections/engine/clock.ts';
import type { Progress } from '#projections/engine/progress.ts';
import type { Committed } from '#projections/engine/readStore.ts';
import { collections } from '#projections/registry.ts';
import type { Config, Role } from '../config.ts';
import type { StartRates } from '../fairness/rateLimiter.ts';
import { createRateShare, type RateShare } from '../fairness/rateShare.ts';
import type { Hub } from '../hub/hub.ts';
import { FEED_POLL_EVERY_MS } from '../hub/limits.ts';
import { systemHubClock } from '../hub/ports.ts';
import { watchSessions } from '../hub/sessionWatch.ts';
import { createIdentity } from '../identity/identity.ts';
import type { PasswordHasher } from '../identity/passwords.ts';
import { createProvenTime } from '../kernel/provenTime.ts';
import { createVaultTail } from '../kernel/vaultTail.ts';
import { createCampusSites } from '../mail/campusSites.ts';
import { commandRates } from '../nouns.ts';
import type { Logger } from '../observability/logging.ts';
import { createMetrics, type Metrics } from '../observability/metrics/metrics.ts';
import { createSecurityLog } from '../observability/securityLog.ts';
import type { Network } from '../ports/network.ts';
import { createKnownEras } from '../read/knownEras.ts';
import { CHECKPOINT_POLL_EVERY_MS } from '../read/limits.ts';
import { createLogReach } from '../read/logReach.ts';
import { createOpenReads } from '../read/openReads.ts';
import { createPersonalData } from '../read/personalData.ts';
import { type ClientCommands, createClientCommands } from '../write/clientCommands.ts';
import { createCommandFaults } from '../write/commandFaults.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { createApi } from './api.ts';
import { type Closing, closeInOrder } from './closing.ts';
import { openControl } from './control.ts';
import { type ControlledParts, controlVerbs } from './controlVerbs.ts';
import { type EngineWaitOptions, waitForEngines } from './engineWait.ts';
import { asOnlyProcess, byLease, type Exclusively } from './exclusive.ts';
import { openForeignPages } from './foreignPagesEngines.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { createFront } from './front.ts';
import { openHub, openRelay } from './hub.ts';
import { listen, refuseTakenAddress } from './listen.ts';
import { noteEras } from './noteEras.ts';
import { openPayments } from './paymentsEngines.ts';
import { type ProjectorRole, startProjector } from './projector.ts';
import { healthChecks } from './readiness.ts';
import { readModelsBuilt } from './readModelsBuilt.ts';
import { type SearchRole, startSearch } from './search.ts';
import { startError } from './startError.ts';
import type { OpenStores } from './stores.ts';
import { noteEraOfLog, refuseLostEvents, refuseOtherLog } from './tornFolder.ts';
import { createVaultFollower } from './vaultFollower.ts';
import { positionsOfReactors, reactorsElsewhere, startWorker } from './worker.ts';

/** A server that serves. */
export interface RunningServer {
  /** Address on this machine, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Finishes acknowledged work, then closes all parts in order. Repeating it changes nothing. */
  close(): Promise<void>;
}

/** Stable name of the log line about a setting of an engine. */
const ENGINE_NOTE = 'engine_note';

/** Options of a start besides the configuration. */
export interface StartOptions {
  /** Opens the stores; default: the engines of the configuration. */
  readonly stores?: OpenStores;
  readonly logger: Logger;
  /** Fills an unused data folder; called again if it was interrupted. */
  readonly seed?: (foundation: Foundation) => Promise<void>;
  /** Called with the progress of building read models for a new release. */
  readonly onPrepare?: (progress: Progress) => void;
  /** Leads to foreign sites; default: the network of this machine. Tests pass one of their own. */
  readonly network?: Network;
  /** Load tests pass higher ones. A server in production refuses to start with them. */
  readonly rates?: StartRates;
  /** Tests wait less for engines that are away. */
  readonly engineWait?: EngineWaitOptions;
  /** Tests pass a cheaper one. */
  readonly hasher?: PasswordHasher;
  /** Milliseconds that a log-in waits for the topics of the home page. Tests wait longer. */
  readonly nextPageMs?: number;
}

/**
 * Opens the stores and serves, with the roles of the configuration. An engine over the network that is away is waited for.
 *
 * @throws DataFolderRefused, EngineRefused, ListenFailed
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  if (config.environment === 'production' && options.rates !== undefined) {
    throw new Error('In production the limits of requests and commands are those of the release.');
  }
  const { logger, engineWait } = options;
  return waitForEngines(config, logger, (onEnginesThere) => tryStart(config, options, onEnginesThere), engineWait);
}

/** @param onEnginesThere is called once all engines have answered, before the address of the process is taken */
async function tryStart(
  config: Config,
  options: StartOptions,
  onEnginesThere: () => Promise<void>,
): Promise<RunningServer> {
  const closing = closeInOrder(options.logger);
  try {
    const metrics = createMetrics(options.logger);
    closing.add('metrics', metrics.close);
    const foundation = await openFoundation(config, 'server', {
      watch: metrics,
      onDeath: endProcess,
      onNote: (note) => options.logger.warn({ event: ENGINE_NOTE }, note),
      open: options.stores,
    });
    closing.add('stores', foundation.close);
    const checkpoints = await positionsOfReactors(foundation.vault.checkpoints);
    await refuseLostEvents(foundation.stores, foundation.store, checkpoints);
    await refuseOtherLog(foundation.stores, foundation.store, foundation.vault.checkpoints, checkpoints);
    // The engines are there. A process that waits for read models from here on takes no connections.
    await onEnginesThere();
    if (!foundation.stores.areExclusive) noteErasInVault(foundation, options.logger, closing);
    // If no reactor has a checkpoint, no server has ever completed its start here. Seeding the demo campus again is
    // harmless, since its commands have fixed ids.
    if (options.seed !== undefined && checkpoints.every((checkpoint) => checkpoint === null)) {
      await refuseTakenAddress(config);
      await options.seed(foundation);
    }
    const port = await listen(await serve(config, foundation, metrics, options, closing), config);
    // Writes the compile cache now (`scripts/bootstrap.mjs` turns it on): a killed process would not.
    flushCompileCache();
    return { url: `http://${urlHost(config.host)}:${port}`, port, close: closing.close };
  } catch (error) {
    await closing.close();
    throw startError(config.dataDir, error);
  }
}

/** Goes on to note in the vault the eras that other processes begin, which may end before they note them. */
function noteErasInVault({ store, vault }: Foundation, logger: Logger, closing: Closing): void {
  const noteEra = () => noteEraOfLog(store, vault.checkpoints);
  closing.add('era of the log', noteEras({ store, readStore: { noteEra }, clock: systemClock, logger }));
}

/** Shared parts of all roles of this process. */
interface Ground {
  readonly has: (role: Role) => boolean;
  readonly exclusively: Exclusively;
  readonly config: Config;
  readonly foundation: Foundation;
  readonly metrics: Metrics;
  readonly options: StartOptions;
  readonly closing: Closing;
  readonly dispatcher: Dispatcher;
  readonly commands: ClientCommands;
  readonly clock: () => Date;
}

/** Starts the roles of this process, in the order of their dependencies. @returns the server, which does not listen yet */
async function serve(
  config: Config,
  foundation: Foundation,
  metrics: Metrics,
  options: StartOptions,
  closing: Closing,
): Promise<Awaited<ReturnType<typeof createFront>>> {
  const { rates, logger } = options;
  const has = (role: Role) => config.roles.includes(role);
  const clock = () => new Date();
  const dispatcher = foundation.dispatcherAt(clock);
  if (has('api') || has('hub') || has('worker')) await foundation.followLog();
  const time = createProvenTime({ clock, timer: systemClock, log: foundation.log });
  // The first look, before anybody can write an event by this machine's clock.
  await time.prove();
  const rateShare = shareRates(foundation, { clock, logger, closing });
  const commands = createClientCommands({
    ofCommands: commandRates.map((each) => ({ ...each, rate: rates?.ofCommands ?? each.rate })),
    dispatcher,
    clock,
    rateShare,
    rates: { perUser: rates?.commandsPerUser, perAddress: rates?.commandsPerAddress },
    onError: createCommandFaults(logger, () => performance.now()),
  });
  const exclusively = foundation.stores.areExclusive ? asOnlyProcess : byLeaseOf(foundation, metrics, logger);
  const ground = { has, exclusively, config, foundation, metrics, options, closing, dispatcher, commands, clock };
  const readSide = await startReadSide(ground);
  const { identity, security, tail } = await startSessions(ground, readSide.askedHub);
  const payments = openPayments(config, { clock, logger, closing });
  const shared = { dispatcher, clock, timer: systemClock, rateShare, payments, logger };
  const ofWorker = {
    ...shared,
    ...foundation,
    ...readSide,
    projector: readSide.projection,
    exclusively,
    identity,
    time,
    siteOf: createCampusSites(config),
    foreignPages: has('worker') ? openForeignPages(config, { ...shared, network: options.network, closing }) : null,
  };
  const reactors = has('worker') ? (await startWorker(ofWorker, closing)).reactors : [];

  const parts = { ...shared, ...foundation, ...readSide, reactors };
  const health = healthChecks(parts);
  const vaultTail = { reached: tail.reached, newest: () => foundation.vault.changes.newest() };
  metrics.watch({ ...parts, roles: config.roles, vaultTail, health });
  await takeOrders(ground, parts);

  const ofApi = {
    ...shared,
    ...foundation,
    ...readSide,
    commands: metrics.commands(commands, 'http'),
    config,
    identity,
    nextPageMs: options.nextPageMs,
  };
  const api = has('api') ? await createApi(ofApi) : [];
  const { hub, askedHub } = readSide;
  const ofFront = { ...shared, config, identity, security, health, metrics, rates, closing, api, hub, askedHub };
  return createFront(ofFront);
}

/** Takes orders of the command line, in the process with the projector: most are about read models. */
async function takeOrders(
  { has, foundation: { stores, vault }, options: { logger }, closing }: Ground,
  parts: Omit<ControlledParts, 'forgetSearched' | 'indexer' | 'projector'> &
    SearchRole & { projector: ProjectorRole | null },
): Promise<void> {
  const { projector, forget: forgetSearched } = parts;
  if (projector === null) return;
  const reactors = has('worker') ? parts.reactors : reactorsElsewhere(vault.checkpoints, systemClock);
  const verbs = controlVerbs({ ...parts, projector, reactors, forgetSearched });
  const control = await openControl({ dataDir: stores.controlFolder, verbs, logger });
  closing.add('control', () => control.close());
  await projector.onActive((isActive) => stores.announceControl(control, isActive));
}

/** Stable name of the log line for a withheld document: its key is missing, or does not open it. */
const DOCUMENT_WITHHELD = 'document_withheld';

/**
 * Starts the hub and the projector. Where this process alone projects, every commit wakes the hub, and all who wait for
 * a position; otherwise they poll.
 */
async function startReadSide({ has, exclusively, foundation, metrics, options, closing, commands }: Ground) {
  const { store, log, stores } = foundation;
  const { logger, onPrepare, rates } = options;
  const readModels = await stores.openReadModels();
  const { readStore, builder } = readModels;
  closing.add('read store', () => readStore.close());
  const personalData = createPersonalData({
    keys: log.keys,
    definitions: eventDefinitions,
    collections,
    onWithheld: (withheld) => logger.error({ event: DOCUMENT_WITHHELD, ...withheld }, 'A document is withheld.'),
  });
  const reads = createOpenReads(readStore, personalData);
  const eras = createKnownEras(store);
  if (!stores.areExclusive) {
    const failed = (error: unknown) => logger.warn({ err: error }, 'The eras of the log could not be read.');
    const stopFollowing = eras.follow(failed);
    closing.add('eras of the log', async () => stopFollowing());
  }
  const isSole = stores.areExclusive && has('projector');
  const reach = createLogReach({
    store: readStore,
    head: () => store.head(),
    clock: systemClock,
    pollEveryMs: isSole ? undefined : CHECKPOINT_POLL_EVERY_MS,
  });
  const ofSockets = { commands: metrics.commands(commands, 'socket'), messagesPerMinute: rates?.messagesPerMinute };
  const pollEveryMs = isSole ? undefined : FEED_POLL_EVERY_MS;
  const onPublished = isSole ? undefined : metrics.delivered;
  const ofHub = { reads, eras, log, ...ofSockets, pollEveryMs, logger };
  const relay = has('hub') ? await openRelay(stores, closing, logger) : null;
  const hub = has('hub') ? openHub({ ...ofHub, onPublished, relay }, closing) : null;
  // Where sockets are another process's, one of its own answers questions over HTTP: it follows the feed from the first on.
  const askedHub =
    hub ?? (has('api') ? openHub({ ...ofHub, pollEveryMs: FEED_POLL_EVERY_MS, relay: null }, closing) : null);
  const index = foundation.stores.openSearchIndex();
  const ofSearch = {
    index,
    readStore,
    reads,
    personalData,
    exclusively: has('projector') ? exclusively : null,
    pollEveryMs,
    logger,
  };
  const searching = await startSearch(ofSearch, closing);
  const publish = metrics.publishing(async (commit) => hub?.publish(commit));
  const onCommit = (commit: Committed) => {
    reach.reached(commit.to);
    metrics.committed(commit);
    if (isSole) publish(commit);
    searching.indexer?.wake();
  };
  const onPrepared = async () => {
    // The indexes may have been begun from read models that were replaced just now, and no commit says so.
    searching.indexer?.wake();
    if (isSole) await hub?.start();
  };
  const measured = { sealed: metrics.projecting(log.sealed) };
  const ofProjector = { ...readModels, log: measured, store, onCommit, onPrepare, onPrepared, exclusively, logger };
  const projector = has('projector') ? await startProjector(ofProjector, closing) : null;
  if (!isSole && (has('hub') || has('api'))) {
    const stopping = new AbortController();
    closing.add('wait for read models', async () => stopping.abort());
    await readModelsBuilt(readStore, { clock: systemClock, logger, stopping: stopping.signal });
  }
  if (!isSole) await hub?.start();
  const projection = (isSole ? projector?.current() : null) ?? { waitFor: reach.within };
  return { readStore, builder, reads, eras, reach, personalData, hub, askedHub, projector, projection, ...searching };
}

/** The hub of a process without sockets: other processes end theirs, as they follow the changes of the vault. */
const NO_SOCKETS: Pick<Hub, 'openSessions' | 'endSession'> = { openSessions: () => [], endSession: () => undefined };

/** Starts identity, and ends sockets when their session ends, here or in another process. */
async function startSessions(
  { config, foundation, metrics, options, closing, dispatcher, clock }: Ground,
  ofHub: Hub | null,
) {
  const { vault, log, secrets } = foundation;
  const { logger, hasher } = options;
  const hub = ofHub ?? NO_SOCKETS;
  const security = createSecurityLog(logger, metrics.securityEvent);
  const identity = createIdentity({
    vault,
    dispatcher,
    secrets,
    clock,
    onSessionEnded: (sessionId) => hub.endSession(sessionId),
    security,
    google: config.google,
    ...(hasher && { hasher }),
  });
  const watch = watchSessions({ hub, sessions: identity.sessions, clock: systemHubClock, logger });
  closing.add('sessions of sockets', () => watch.stop());
  const tail = createVaultTail({
    changes: vault.changes,
    follower: createVaultFollower({ hub, dispatcher, log, watch }),
    clock: systemClock,
    logger,
  });
  await tail.start();
  closing.add('changes of the vault', () => tail.stop());
  return { identity, security, tail };
}

/** Lets the limits of requests count for all processes over the same stores together; `null`: there is one alone. */
function shareRates(
  { stores, vault, secrets }: Foundation,
  { clock, logger, closing }: { clock: () => Date; logger: Logger; closing: Closing },
): RateShare | null {
  if (stores.areExclusive) return null;
  const share = createRateShare({ rates: vault.rates, secret: secrets.command, clock, timer: systemClock, logger });
  closing.add('shared rates', () => share.stop());
  return share;
}

/** Work that one process at a time does, by leases in the vault. */
function byLeaseOf({ vault }: Foundation, { lease }: Metrics, logger: Logger): Exclusively {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  return byLease({ leases: vault.leases, process: holder, clock: systemClock, onWork: lease, logger });
}

/**
 * Ends the process when a thread of a store has ended by itself: the state of its file is unknown, and its callers
 * would wait forever. The next process starts from the disk.
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
