import type { Router } from 'express';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Config } from '../config.ts';
import type { Mailbox } from '../engines/mail/mailbox.ts';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../observability/logging.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { MediaStore } from '../ports/media.ts';
import { galleryRoutes } from '../post/routes/gallery.ts';
import type { LogReach } from '../read/certainty.ts';
import { peopleRoutes } from '../user/routes/people.ts';
import { registrationRoutes } from '../user/routes/registration.ts';
import { createSignIn, sessionRoutes } from '../user/routes/session.ts';
import { verificationRoutes } from '../user/routes/verification.ts';
import type { ClientCommands } from '../write/clientCommands.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { clientRoutes } from './client.ts';
import { commandRoutes } from './commands.ts';
import { devMailRoutes, MAILBOX_PATH } from './devMail.ts';
import { type HealthCheck, healthRoutes } from './health.ts';
import { imageRoutes } from './images.ts';
import { hasToken, metricsRoutes } from './metrics.ts';
import { createOwnHosts } from './ownHosts.ts';
import { createPageBoot } from './pageBoot.ts';
import type { Authenticate } from './requestContext.ts';
import { type ReadTopic, topicRoutes } from './topics.ts';
import { uploadRoutes } from './uploads.ts';

/** What the routes are made from. */
export interface RouteParts {
  readonly config: Pick<Config, 'environment' | 'clientDir' | 'lan' | 'metricsToken'>;
  readonly identity: Identity;
  readonly authenticate: Authenticate;
  readonly dispatcher: Dispatcher;
  readonly commands: ClientCommands;
  readonly readStore: ReadStore;
  readonly readTopic: ReadTopic;
  readonly reach: LogReach;
  readonly media: MediaStore;
  /** `null` where mails really go out. */
  readonly mailbox: Mailbox | null;
  readonly health: readonly HealthCheck[];
  readonly metrics: Pick<Metrics, 'text'>;
  readonly clock: () => Date;
  readonly logger: Logger;
}

/**
 * All routes, in the order in which they are asked: every one before another costs it a look. The client's come last,
 * they answer everything else.
 */
export function createRoutes(parts: RouteParts): readonly Router[] {
  const { config, identity, mailbox, clock } = parts;
  const secureCookies = hasSecureCookies(config);
  // In production the mailbox does not exist, whatever was passed.
  const isDevelopment = config.environment === 'development';
  const shown = isDevelopment ? mailbox : null;
  const isOwnHost = createOwnHosts(config);
  const mailboxAt = (host: string | undefined) => (shown !== null && isOwnHost(host) ? MAILBOX_PATH : null);
  const signIn = createSignIn(identity.sessions, secureCookies);
  return [
    commandRoutes(parts),
    healthRoutes(parts.health, (request) => isDevelopment || hasToken(request, config.metricsToken)),
    metricsRoutes(parts.metrics, config.metricsToken),
    sessionRoutes({ ...parts, ...identity, signIn, secureCookies, mailboxAt }),
    registrationRoutes({ register: identity.register, signIn, clock }),
    verificationRoutes({ ...parts, verification: identity.verification }),
    uploadRoutes(parts),
    topicRoutes(parts),
    peopleRoutes(parts),
    galleryRoutes(parts),
    imageRoutes(parts),
    ...(shown === null ? [] : [devMailRoutes(shown, isOwnHost)]),
    clientRoutes(config.clientDir, createPageBoot({ ...parts, mailboxAt })),
  ];
}

/** Cookies go over HTTPS only, except on a development machine, which has none. */
export function hasSecureCookies({ environment }: Pick<Config, 'environment'>): boolean {
  return environment === 'production';
}
