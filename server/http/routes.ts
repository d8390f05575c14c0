import type { Request, Router } from 'express';
import type { Freshness } from '#projections/sync/protocol.ts';
import type { ArchiveParts } from '../archive/archive.ts';
import type { AnyArchiveEntries } from '../archive/entries.ts';
import type { Config } from '../config.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import type { HeldFiles } from '../media/holds.ts';
import type { HealthCheck } from '../observability/health.ts';
import type { Mailbox } from '../ports/mail.ts';
import type { MediaStore } from '../ports/media.ts';
import type { OpenReads } from '../read/openReads.ts';
import type { Search } from '../searchIndex/searcher.ts';
import type { ClientCommands } from '../write/clientCommands.ts';
import { archiveRoutes } from './archive.ts';
import { clientRoutes } from './client.ts';
import { commandRoutes } from './commands.ts';
import { crawlerRoutes, type ListPages } from './crawlers.ts';
import { devMailRoutes, MAILBOX_PATH } from './devMail.ts';
import type { FirstPictures } from './firstPictures.ts';
import type { FirstAnswers, FirstSearch, FirstView } from './firstView.ts';
import { healthRoutes } from './health.ts';
import { imageRoutes } from './images.ts';
import { hasToken, type MetricsText, metricsRoutes } from './metrics.ts';
import { type NewsSource, newsRoutes } from './newsFeed.ts';
import { oembedRoutes } from './oembed.ts';
import { createOwnHosts, createOwnPeers } from './ownHosts.ts';
import { createPageBoot } from './pageBoot.ts';
import { createPageRedirect } from './pageRedirect.ts';
import type { SummaryOf } from './pageSummary.ts';
import type { PlainViewOf } from './plainView.ts';
import type { CreateRoutes, NounRouteParts } from './routeParts.ts';
import { createAskSearch, searchRoutes } from './search.ts';
import { createAnswerSignedIn } from './signedIn.ts';
import { type ReadTopic, topicRoutes } from './topics.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { uploadRoutes } from './uploads.ts';

/** Dependencies of all routes. */
export interface RouteParts
  extends Omit<NounRouteParts, 'secureCookies' | 'countsLogins' | 'mailboxAt' | 'askSearch' | 'answerSignedIn'> {
  readonly config: Pick<Config, 'environment' | 'clientDir' | 'lan' | 'publicUrl'>;
  readonly commands: ClientCommands;
  readonly readStore: OpenReads;
  /** Name of the stream of the claims to a user name. */
  readonly usernameStream: (username: string) => string;
  readonly readTopic: ReadTopic;
  readonly search: Search;
  /** Waits until reads are that fresh; `false` when it takes too long. */
  readonly waitUntil: (freshness: Freshness) => Promise<boolean>;
  readonly log: Pick<OpenEventLog, 'readStream' | 'readOf'>;
  readonly media: MediaStore;
  /** The entries that the events of all nouns make in the archive of a person. */
  readonly archiveEntries: AnyArchiveEntries;
  /** Collections of all nouns in which a person's own document is under the person's id. */
  readonly ownDocuments: readonly string[];
  /** The parts of a person's record, by noun. */
  readonly ownRecords: ArchiveParts['ownRecords'];
  /** The routes of the nouns. */
  readonly nounRoutes: readonly CreateRoutes[];
  /** The files of every noun. */
  readonly files: readonly HeldFiles[];
  readonly firstView: FirstView;
  readonly firstPictures: FirstPictures;
  readonly firstSearch: FirstSearch;
  readonly firstAnswers: FirstAnswers;
  readonly plainView: PlainViewOf;
  readonly summarise: SummaryOf;
  readonly listPages: ListPages;
  readonly news: NewsSource;
  /** `null` if mails go to a mail server. */
  readonly mailbox: Mailbox | null;
  /** Milliseconds that a log-in waits for the topics of the home page; default: a moment. */
  readonly nextPageMs?: number | undefined;
}

/** Who hears why a part is not ready: reasons name folders and quote libraries. */
export function mayHearReasonsBy({ environment, metricsToken }: Pick<Config, 'environment' | 'metricsToken'>) {
  return (request: Request): boolean => environment === 'development' || hasToken(request, metricsToken);
}

/** Routes that every process has, whatever its roles. */
export function operatorRoutes(parts: {
  readonly config: Pick<Config, 'environment' | 'metricsToken'>;
  readonly health: readonly HealthCheck[];
  readonly metrics: MetricsText;
}): readonly Router[] {
  return [
    healthRoutes(parts.health, mayHearReasonsBy(parts.config)),
    metricsRoutes(parts.metrics, parts.config.metricsToken),
  ];
}

/** The routes of the API, in the order of matching. The client's come last, because they answer every other path. */
export function createRoutes(parts: RouteParts): readonly Router[] {
  const { config, mailbox } = parts;
  // In production the mailbox never exists.
  const isDevelopment = config.environment === 'development';
  const shown = isDevelopment ? mailbox : null;
  const isOwnHost = createOwnHosts(config);
  const mailboxAt = (host: string | undefined) => (shown !== null && isOwnHost(host) ? MAILBOX_PATH : null);
  // One for all: a search counts for the limits, wherever it is asked.
  const askSearch = createAskSearch(parts);
  const readPageBoot = createPageBoot({
    ...parts,
    askSearch,
    mailboxAt,
    hasGoogle: parts.identity.google !== null,
    hasPayments: parts.payments !== null,
  });
  const ofNouns = {
    ...parts,
    answerSignedIn: createAnswerSignedIn(readPageBoot, { logger: parts.logger, waitMs: parts.nextPageMs }),
    secureCookies: hasSecureCookies(config),
    countsLogins: !isDevelopment,
    mailboxAt,
    askSearch,
  };
  return [
    commandRoutes(parts),
    ...parts.nounRoutes.flatMap((create) => create(ofNouns)),
    unsubscribeRoutes({ ...parts, links: parts.identity.unsubscribeLinks }),
    archiveRoutes({
      ...ofNouns,
      ...parts.identity,
      // Its code and library load with the first archive: a server at rest has no memory for them.
      async archiveOf(userId, signal) {
        const { archiveOf } = await import('../archive/archive.ts');
        return archiveOf(userId, { ...parts, ...parts.identity }, signal);
      },
    }),
    uploadRoutes(parts),
    topicRoutes(parts),
    searchRoutes({ ...parts, askSearch }),
    imageRoutes(parts),
    oembedRoutes(parts),
    crawlerRoutes(parts),
    newsRoutes(parts),
    ...(shown === null ? [] : [devMailRoutes(shown, isOwnHost, createOwnPeers(config))]),
    clientRoutes(config.clientDir, createPageRedirect(parts), config, readPageBoot, parts),
  ];
}

/** Cookies go over HTTPS only, except on a development machine, which has none. */
export function hasSecureCookies({ environment }: Pick<Config, 'environment'>): boolean {
  return environment === 'production';
}
