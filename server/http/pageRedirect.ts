import type { Request, Response } from 'express';
import type { Campus } from '#domain/campus/campus.ts';
import { GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { kindOfPage, redirectOf } from '#domain/kernel/pageGuards.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { OpenReads } from '../read/openReads.ts';
import { readReader } from '../read/reader.ts';
import type { Authenticate } from './requestContext.ts';

/** Where a request for a page is led before anything is sent (`domain/kernel/pageGuards.ts`); `null`: to the page. */
export type RedirectPage = (request: Request, response: Response, campus: Campus) => Promise<string | null>;

/** Decides by the session and the read models as they are now. While they do not answer, the router decides. */
export function createPageRedirect(parts: {
  readonly authenticate: Authenticate;
  readonly readStore: Pick<OpenReads, 'get'>;
}): RedirectPage {
  return async (request, response, campus) => {
    if (kindOfPage(request.path) === 'public') return null;
    try {
      const userId = (await parts.authenticate(request, response))?.userId ?? null;
      const { verified, memberOf, isModerator } = await readReader(parts.readStore, userId);
      const status = userId === null ? 'visitor' : 'user';
      const viewer = { status, verified, schoolVerified: memberOf !== null, isModerator } as const;
      return redirectOf(request.originalUrl, viewer, campus.id === GENERIC_CAMPUS);
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  };
}
