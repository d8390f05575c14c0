import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import type { GenerationBuilder } from '#projections/engine/generationBuilder.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { type BuildReport, prepare, rebuild, verify } from '#projections/engine/rebuild.ts';
import { collections, projections, signals } from '#projections/registry.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createFairThrottle } from '#server/fairness/fairThrottle.ts';
import { createTries } from '#server/fairness/tries.ts';
import { HttpRefused } from '#server/http/errors.ts';
import type { Handshake } from '#server/hub/connection.ts';
import { createHub, type Hub, type Peer } from '#server/hub/hub.ts';
import { type Codes, createCodes } from '#server/identity/codes.ts';
import { SIGN_UP_LIMITS } from '#server/identity/limits.ts';
import { createLinks, type Links } from '#server/identity/links.ts';
import { createMailLimits } from '#server/identity/mailLimits.ts';
import { createSessions, type Sessions } from '#server/identity/sessions.ts';
import { createSignInByLink, type SignInByLink } from '#server/identity/signInByLink.ts';
import { createVerification, type Verification } from '#server/identity/verification.ts';
import type { DeadlineWatch } from '#server/kernel/deadlines.ts';
import type { Sweeper } from '#server/kernel/sweeper.ts';
import { createVaultTail, type VaultTail } from '#server/kernel/vaultTail.ts';
import type { OpenEventLog } from '#server/log/eventLog.ts';
import { createUnsubscribeLinks } from '#server/mail/unsubscribe.ts';
import type { Logger } from '#server/observability/logging.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { ForeignPages } from '#server/ports/foreignPages.ts';
import type { MediaStore } from '#server/ports/media.ts';
import type { PaymentNotice, Payments } from '#server/ports/payments.ts';
import type { Vault } from '#server/ports/vault.ts';
import type { ReactorRunner } from '#server/reactors/runner.ts';
import { createKnownEras, type KnownEras } from '#server/read/knownEras.ts';
import { createOpenReads } from '#server/read/openReads.ts';
import { createPersonalData } from '#server/read/personalData.ts';
import { readModelsBuilt } from '#server/roles/readModelsBuilt.ts';
import { createVaultFollower } from '#server/roles/vaultFollower.ts';
import { createDeadlines, createReactors, createSweeps } from '#server/roles/worker.ts';
import { soleWriterOutcomes } from '#server/soleWriter/soleWriterOutcomes.ts';
import { soleWriterVault } from '#server/soleWriter/soleWriterVault.ts';
import { type ClientCommands, createClientCommands } from '#server/write/clientCommands.ts';
import { createSharedOutcomes } from '#server/write/commandOutcomes.ts';
import { createDispatcher, type Dispatcher } from '#server/write/dispatcher.ts';
import { createMarks, type Marks } from '#server/write/marks.ts';
import { trustedTime } from '#test/doubles/trustedTime.ts';
import { models } from '#test/model/nouns.ts';
import type { Edge } from '#test/model/story.ts';
import type { Life, Span } from './life.ts';
import type { SimProvider } from './simPayments.ts';
import { isExpected, type StoreParts, simEventStore, simLog, simReadStore } from './simStores.ts';

const stories = models.flatMap(({ story }) => story ?? []);
/** Milliseconds between two polls of the change feed by the hub of a process without a projector. */
const FEED_POLL_MS = 250;
/** Milliseconds until a page of another site has been read. */
const FOREIGN_PAGE_MS: Span = [10, 20_000];
/** Milliseconds in which equal reads, and marks, are gathered: longer than a turn of the event loop, so more meet. */
const SOON_MS = 1;

/** Dependencies of a simulated process. */
export interface ProcessParts extends StoreParts {
  /** The wall clock, which may be wrong. */
  readonly clock: () => Date;
  readonly provider: SimProvider;
  /** Whether no other process writes these stores: only then may it cache what others could change. */
  readonly isSoleWriter: boolean;
  /** It runs beside another one: it takes commands and connections, and has no projector, reactors, sweeper or deadlines. */
  readonly isBeside: boolean;
  /** Wraps the entry of client commands. */
  readonly around: (commands: ClientCommands) => ClientCommands;
  /** Called with errors of the program. */
  readonly onError: (error: unknown) => void;
}

/**
 * One process of the server, put together as `server/roles/server.ts` does it, over simulated stores: the real dispatcher,
 * projector, hub, sessions, reactors and sweeper. Edges that are not here: HTTP, Socket.IO and the control socket.
 */
export class SimProcess {
  readonly life: Life;
  readonly readStore: ReadStore;
  readonly dispatcher: Dispatcher;
  readonly hub: Hub;
  readonly projector: Projector;
  readonly sessions: Sessions;
  readonly verification: Verification;
  readonly links: Links;
  readonly signInByLink: SignInByLink;
  readonly reactors: readonly ReactorRunner[];
  /** The parts with which its edges work. */
  readonly edge: Edge;
  readonly #payments: Payments;
  readonly #store: EventStore;
  readonly #log: OpenEventLog;
  readonly #vault: Vault;
  readonly #builder: GenerationBuilder;
  readonly #sweeper: Sweeper;
  readonly #deadlines: DeadlineWatch;
  readonly #tail: VaultTail;
  readonly #eras: KnownEras;
  readonly #isBeside: boolean;
  readonly #logger: Logger;
  #isListening = false;

  constructor(parts: ProcessParts) {
    const { disk, life, clock, onError, isBeside } = parts;
    this.#isBeside = isBeside;
    const logger = loggerTo(onError);
    this.#logger = logger;
    disk.events.begin();
    const store = simEventStore(parts);
    this.#store = store;
    this.#eras = createKnownEras(store, life.clock);
    if (!parts.isSoleWriter) this.#eras.follow((error) => void (isExpected(error) || onError(error)));
    const media = life.port(disk.media);
    this.life = life;
    this.#log = simLog(parts);
    this.#vault = vaultOf(parts);
    this.readStore = simReadStore(parts);
    const log = this.#log;
    this.dispatcher = createDispatcher({
      ...{ store, log, media, clock, aggregates },
      ...{ secrets: disk.secrets, commands: commandDefinitions, uptime: life.clock.now },
      outcomes: parts.isSoleWriter
        ? soleWriterOutcomes(store.appendsMayLandLate, life.clock.now)
        : createSharedOutcomes(marksOf(this.#vault, life), clock),
    });
    const personalData = createPersonalData({
      ...{ keys: log.keys, definitions: eventDefinitions, collections },
      onWithheld: ({ reason }) => onError(new Error(reason)),
    });
    this.hub = createHub({
      // Many rows are opened in parts with real turns of the event loop in between.
      store: createOpenReads(this.readStore, { open: (rows) => parts.time.during(personalData.open(rows)) }),
      collections,
      signals,
      eras: this.#eras,
      head: () => log.head(),
      dispatch: parts.around(clientCommandsOf(parts, this.dispatcher)),
      clock: { ...life.clock, soon: (callback) => void life.clock.after(SOON_MS, callback) },
      ...(isBeside && { pollEveryMs: FEED_POLL_MS }),
      logger,
    });
    this.projector = createProjector({
      ...{ log: log.sealed, store: this.readStore, projections, logger, clock: life.clock },
      onCommit: (commit) => void this.hub.publish(commit),
    });
    this.#builder = createMemoryBuilder(disk.readModels, log.sealed, projections);
    this.sessions = createSessions({
      vault: this.#vault.sessions,
      secret: disk.secrets.claim,
      clock,
      onEnded: (sessionId) => this.hub.endSession(sessionId),
    });
    const codes = createCodes(this.#vault.codes, disk.secrets.claim, clock);
    this.verification = createVerification({
      ...{ dispatcher: this.dispatcher, codes, vault: this.#vault.codes },
      tries: createTries(this.#vault.attempts, disk.secrets.claim, clock),
      security: () => undefined,
    });
    this.links = createLinks(this.#vault.codes, disk.secrets.claim, clock);
    this.signInByLink = createSignInByLink({
      ...{ dispatcher: this.dispatcher, links: this.links, sessions: this.sessions, security: () => undefined },
      throttle: createFairThrottle(this.#vault.attempts, disk.secrets.claim, clock, SIGN_UP_LIMITS),
    });
    this.#payments = parts.provider.portOf(life);
    this.edge = { dispatcher: this.dispatcher, payments: this.#payments, clock, logger };
    this.reactors = this.#react(parts, codes, logger);
    this.#tail = createVaultTail({
      changes: this.#vault.changes,
      follower: createVaultFollower({
        hub: this.hub,
        dispatcher: this.dispatcher,
        log,
        watch: { check: async () => undefined },
      }),
      ...{ clock: life.clock, logger },
    });
    const due = {
      ...{ vault: this.#vault, media, payments: this.#payments, readStore: this.readStore },
      ...{ dispatcher: this.dispatcher, log, time: trustedTime(clock), timer: life.clock, logger },
    };
    this.#sweeper = createSweeps(due);
    this.#deadlines = createDeadlines({ ...due, clock });
  }

  /** Whether it takes connections. */
  get isListening(): boolean {
    return this.#isListening && !this.life.isOver;
  }

  /** In the order of `server/roles/server.ts`. */
  async start(): Promise<void> {
    if (this.#isBeside) await this.#readModelsBuilt();
    else await prepare({ ...this.#build(), eras: await this.#store.eras() });
    await this.hub.start();
    if (!this.#isBeside) await this.projector.start();
    await this.#tail.start();
    if (!this.#isBeside) {
      for (const reactor of this.reactors) await reactor.start();
      this.#sweeper.start();
      this.#deadlines.start();
    }
    this.#isListening = true;
  }

  /** Waits as the roles do that have no projector; a stop ends the process meanwhile. */
  #readModelsBuilt(): Promise<void> {
    const { signal: stopping } = new AbortController();
    return readModelsBuilt(this.readStore, { clock: this.life.clock, logger: this.#logger, stopping });
  }

  /** Ends in order, as SIGTERM does it. */
  async stop(): Promise<void> {
    if (!this.#isListening) {
      this.life.end();
      return;
    }
    this.#isListening = false;
    if (!this.#isBeside) {
      await this.#sweeper.stop();
      await this.#deadlines.stop();
      for (const reactor of this.reactors) await reactor.stop();
    }
    await this.#tail.stop();
    if (!this.#isBeside) await this.projector.stop();
    await this.hub.close();
    this.life.end();
  }

  /** Opens a connection. Packets to an ended process are lost. */
  connect(handshake: Handshake): Peer {
    const peer = this.hub.connect(handshake);
    return {
      receive: (event, payload) =>
        this.life.isOver ? new Promise(() => undefined) : this.life.hears(peer.receive(event, payload)),
      closed: () => {
        if (!this.life.isOver) peer.closed();
      },
    };
  }

  /** A message of the payment provider. @throws Unavailable, PaymentsFailed */
  async takeNotice(notice: PaymentNotice): Promise<void> {
    for (const { takesNotice } of stories) await takesNotice?.(notice, this.edge);
  }

  /** Builds the read models anew beside the live ones and swaps them in. @throws Unavailable, BuildRunning */
  async rebuild(): Promise<void> {
    await rebuild(this.#build());
  }

  /** Compares the read models with the log. @throws Unavailable, BuildRunning */
  verify(): Promise<BuildReport> {
    return verify(this.#build());
  }

  #build() {
    const { projector } = this;
    return { builder: this.#builder, log: this.#log, store: this.readStore, projector, clock: this.life.clock };
  }

  #react(parts: ProcessParts, codes: Codes, logger: Logger): readonly ReactorRunner[] {
    const { disk, life, clock } = parts;
    // No reactor takes files in or hands them out.
    const media = life.port(disk.media) as MediaStore;
    return createReactors({
      log: this.#log,
      vault: this.#vault,
      media,
      transport: life.port(disk.mail),
      siteOf: ({ url }) => url,
      payments: this.#payments,
      // Every page is there, has no picture, and takes its time: processes end while it is read.
      foreignPages: life.port<ForeignPages>({
        async read(address) {
          await life.takes(FOREIGN_PAGE_MS);
          return { title: address, site: '', picture: null };
        },
      }),
      dispatcher: this.dispatcher,
      identity: {
        codes,
        mayMail: createMailLimits(this.#vault.attempts, disk.secrets.claim, clock),
        sessions: this.sessions,
        unsubscribeLinks: createUnsubscribeLinks(disk.secrets.claim),
      },
      readStore: this.readStore,
      projector: this.projector,
      clock,
      timer: life.clock,
      pause: (milliseconds) => life.pause(milliseconds),
      logger,
    });
  }
}

/** Resolves when a process has started, or was killed meanwhile. */
export async function started(process: SimProcess): Promise<void> {
  await Promise.race([process.start(), process.life.over]);
}

/** Resolves when a process has ended in order, or was killed meanwhile. */
export async function ended(process: SimProcess | null): Promise<void> {
  if (process !== null) await Promise.race([process.stop(), process.life.over]);
}

/** Whether there is no process that lives. */
export function isOver(process: SimProcess | null): boolean {
  return process === null || process.life.isOver;
}

/** Asks a process for something at an edge, once; `null`: there is none, it has refused, or it has ended meanwhile. */
export async function askOnce<Answer>(
  process: SimProcess | null,
  ask: (process: SimProcess) => Promise<Answer>,
): Promise<Answer | null> {
  if (process === null) return null;
  try {
    return await Promise.race([ask(process), process.life.over.then(() => null)]);
  } catch (error) {
    if (error instanceof HttpRefused || isExpected(error)) return null;
    throw error;
  }
}

/** The entry of client commands. Its rates are its own: processes do not exchange them here. */
function clientCommandsOf({ clock, onError }: ProcessParts, dispatcher: Dispatcher): ClientCommands {
  return createClientCommands({
    ...{ dispatcher, clock },
    rateShare: null,
    // Its few people do in minutes what others do in days.
    ofCommands: [],
    onError: (error) => void (isExpected(error) || onError(error)),
  });
}

function vaultOf({ disk: { vault }, life, isSoleWriter }: ProcessParts): Vault {
  const { keys, credentials, codes, sessions, attempts, outcomes, checkpoints, changes } = vault;
  const remote: Vault = {
    ...vault,
    keys: life.port(keys),
    credentials: life.port(credentials),
    codes: life.port(codes),
    sessions: life.port(sessions),
    attempts: life.port(attempts),
    outcomes: life.port(outcomes),
    checkpoints: life.port(checkpoints),
    changes: life.port(changes),
    shelf: (noun) => life.port(vault.shelf(noun)),
    ...life.port({ clearShelves: vault.clearShelves }),
  };
  return isSoleWriter ? soleWriterVault(remote) : remote;
}

function marksOf({ outcomes }: Vault, life: Life): Marks {
  return createMarks(outcomes, () => life.pause(SOON_MS));
}

/** A logger that reports errors; warnings have been dealt with. */
function loggerTo(onError: (error: unknown) => void): Logger {
  const nothing = () => undefined;
  return {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: (fields, message) => {
      const { err } = fields as { readonly err?: unknown };
      if (!isExpected(err)) onError(err ?? new Error(message));
    },
  };
}
