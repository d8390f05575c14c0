import type { Request, Response } from 'express';
import type { Campus } from '#domain/campus/campus.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import type { Logger } from '../observability/logging.ts';
import { readViewer } from '../read/viewer.ts';
import type { FirstView } from './firstView.ts';
import type { Authenticate } from './requestContext.ts';
import type { ReadTopic } from './topics.ts';

/** What the page tells the client before it asks: the answers to what it would ask first. */
export interface PageBoot {
  /** As `GET /api/session` would answer. */
  readonly session: {
    readonly user: { readonly id: string } | null;
    readonly campus: string;
    readonly mailbox: string | null;
  };
  /** As the hub would answer on joining, by topic; a topic that is refused is left out, the client asks and is told. */
  readonly topics: Readonly<Record<string, TopicAnswer>>;
}

/** What the page is described from. */
export interface PageBootParts {
  readonly authenticate: Authenticate;
  readonly readStore: Pick<ReadStore, 'get'>;
  readonly readTopic: ReadTopic;
  readonly firstView: FirstView;
  /** Path of the development mailbox under a host, `null` when there is none. */
  readonly mailboxAt: (host: string | undefined) => string | null;
  readonly logger: Logger;
}

/** Describes a page for who asks for it. `null`: not known just now; the page comes all the same and asks for itself. */
export type ReadPageBoot = (request: Request, response: Response, campus: Campus) => Promise<PageBoot | null>;

/** See `ReadPageBoot`. */
export function createPageBoot(parts: PageBootParts): ReadPageBoot {
  return async (request, response, campus) => {
    try {
      const signedIn = await parts.authenticate(request, response);
      const userId = signedIn?.userId ?? null;
      const viewer = await readViewer(parts.readStore, userId);
      const topics: Record<string, TopicAnswer> = {};
      const read = async (topic: string) => {
        const answer = await parts.readTopic({ topic, floor: null, notBefore: null }, viewer);
        if (answer.ok) topics[topic] = answer;
      };
      await Promise.all(parts.firstView(request.path, { campus: campus.id, userId }).map(read));
      return {
        session: {
          user: userId === null ? null : { id: userId },
          campus: campus.id,
          mailbox: parts.mailboxAt(request.get('host')),
        },
        topics,
      };
    } catch (error) {
      parts.logger.warn({ err: error, request: response.locals.requestId }, 'A page was sent without its first view.');
      return null;
    }
  };
}
