import type { Router } from 'express';
import { claimStream } from '#domain/kernel/systemEvents.ts';
import { collections } from '#projections/registry.ts';
import type { Config } from '../config.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import { createAuthenticate, createUserOf } from '../http/requestContext.ts';
import { createRoutes, hasSecureCookies } from '../http/routes.ts';
import type { Identity } from '../identity/identity.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import {
  archiveEntries,
  createFirstAnswers,
  files,
  firstPictures,
  firstSearch,
  firstView,
  listPages,
  news,
  ownDocuments,
  ownRecords,
  plainView,
  serverNouns,
  summarise,
} from '../nouns.ts';
import type { Logger } from '../observability/logging.ts';
import type { Payments } from '../ports/payments.ts';
import type { LogReach } from '../read/certainty.ts';
import { waitForNamed } from '../read/certainty.ts';
import type { KnownEras } from '../read/knownEras.ts';
import type { OpenReads } from '../read/openReads.ts';
import { createSharedReads } from '../read/sharedReads.ts';
import { createTopicReader } from '../read/snapshot.ts';
import type { Search } from '../searchIndex/searcher.ts';
import type { ClientCommands } from '../write/clientCommands.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Foundation } from './foundation.ts';

/** Ports of the API. */
export interface ApiPorts extends Pick<Foundation, 'media' | 'mailbox' | 'transport' | 'log' | 'secrets'> {
  readonly config: Config;
  readonly reads: OpenReads;
  readonly eras: KnownEras;
  readonly reach: LogReach;
  readonly identity: Identity;
  readonly search: Search;
  readonly dispatcher: Dispatcher;
  readonly commands: ClientCommands;
  /** `null`: nothing can be paid for. */
  readonly payments: Payments | null;
  /** `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  readonly clock: () => Date;
  readonly logger: Logger;
  /** See `StartOptions`. */
  readonly nextPageMs?: number | undefined;
}

/** The role that answers HTTP and takes commands: its routes, in the order of matching. */
export async function createApi(options: ApiPorts): Promise<readonly Router[]> {
  const { config, identity, reads, secrets, eras, reach } = options;
  await eras.learn();
  const usernameStream = (username: string) => claimStream('username', keyedHash(secrets.claim, 'username', username));
  return createRoutes({
    ...options,
    readStore: reads,
    usernameStream,
    files,
    firstView,
    firstPictures,
    firstSearch,
    firstAnswers: createFirstAnswers({ readStore: reads, clock: options.clock }),
    listPages,
    news,
    plainView,
    summarise: (path) => summarise({ store: reads, usernameStream }, path),
    archiveEntries,
    ownDocuments,
    ownRecords,
    nounRoutes: serverNouns.flatMap((noun) => noun.routes ?? []),
    authenticate: createAuthenticate(identity.sessions, hasSecureCookies(config)),
    userOf: createUserOf(identity.sessions, hasSecureCookies(config)),
    waitUntil: async (freshness) => waitForNamed(reach, await eras.believed(freshness)),
    readTopic: createTopicReader({ store: reads, collections, share: createSharedReads(setImmediate), eras }, reach),
  });
}
