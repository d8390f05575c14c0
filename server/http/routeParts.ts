import type { Request, Response, Router } from 'express';
import type { JoinRates } from '../fairness/rateShare.ts';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../observability/logging.ts';
import type { MailTransport } from '../ports/mail.ts';
import type { Payments } from '../ports/payments.ts';
import type { LogReach } from '../read/certainty.ts';
import type { OpenReads } from '../read/openReads.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Authenticate, UserOf } from './requestContext.ts';
import type { AskSearch } from './search.ts';

/**
 * Answers a request by which somebody has signed in: who it is and, if they can be read in time, the topics of
 * SIGNED_IN_PATH, for a client whose address says that it goes on there (`NEXT_PAGE`).
 */
export type AnswerSignedIn = (userId: string, request: Request, response: Response) => Promise<void>;

/** Dependencies of a noun's routes. */
export interface NounRouteParts {
  readonly identity: Identity;
  readonly authenticate: Authenticate;
  /** Whom a request proves to be from, without a question to a store: for shares of limits. */
  readonly userOf: UserOf;
  readonly dispatcher: Dispatcher;
  readonly transport: Pick<MailTransport, 'send'>;
  readonly readStore: Pick<OpenReads, 'get' | 'query'>;
  /** A search, with the limits of all who search. */
  readonly askSearch: AskSearch;
  readonly answerSignedIn: AnswerSignedIn;
  /** Name of the stream of the claims to a user name. */
  readonly usernameStream: (username: string) => string;
  readonly reach: LogReach;
  /** Cookies go over HTTPS only. */
  readonly secureCookies: boolean;
  /** Path of the development mailbox under a host, `null` when there is none. */
  readonly mailboxAt: (host: string | undefined) => string | null;
  /** Whether log-ins are counted (ANLT-07): not in development (Q69). */
  readonly countsLogins: boolean;
  /** `null`: nothing can be paid for. */
  readonly payments: Payments | null;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  readonly logger: Logger;
}

/** Makes the routes of a noun, in the order of matching. */
export type CreateRoutes = (parts: NounRouteParts) => readonly Router[];
