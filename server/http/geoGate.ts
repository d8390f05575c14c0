import type { IncomingHttpHeaders } from 'node:http';
import { type Request, type RequestHandler, Router } from 'express';
import { NOT_FOUND_PATH } from '#domain/kernel/pageGuards.ts';
import { OUTSIDE_AREA } from '#projections/sync/handshake.ts';
import type { GeoCheck } from '../geo/geoCheck.ts';
import { readCookie } from '../identity/cookies.ts';
import { UNSUBSCRIBE_PATH } from '../mail/unsubscribe.ts';
import { looksLikeFile } from './client.ts';
import { refuseWith } from './errors.ts';
import { addressOf } from './requestContext.ts';

/** Name of the cookie in which the page's first script (`web/public/theme.js`) puts the browser's time zone. */
const TIME_ZONE_COOKIE = 'quad_tz';

/** The time zone that a browser says it has; `null`: it has not said yet, as at its first view. */
export function timeZoneOf(headers: IncomingHttpHeaders): string | null {
  const value = readCookie(headers.cookie, TIME_ZONE_COOKIE);
  if (value === null) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    // No text at all: nothing that a browser of ours has said.
    return null;
  }
}

/** The gate before the routes of people. @param geo `null`: the site is for everywhere */
export function areaRoutes(geo: GeoCheck | null): readonly Router[] {
  return geo === null ? [] : [Router().use(geoGate(geo))];
}

/**
 * Leads people outside of the area to `/404` on every page, and refuses everything else (GUARD-07), except the files of
 * the client and the link that ends mails, which has to work from everywhere.
 */
function geoGate(geo: GeoCheck): RequestHandler {
  return async (request, response, next) => {
    if (isFreeOfArea(request) || !(await geo.isOutside(addressOf(request), timeZoneOf(request.headers)))) {
      next();
      return;
    }
    if (!isPage(request)) throw refuseWith(OUTSIDE_AREA);
    response.set('Cache-Control', 'no-store').redirect(302, NOT_FOUND_PATH);
  };
}

/** Parts of the site that are no pages. */
const NO_PAGES = /^\/(api|images|socket\.io|dev)(\/|$)/i;

function isPage({ method, path }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && !NO_PAGES.test(path);
}

/** The page itself, by the name of its file. */
const TEMPLATE = '/index.html';

function isFreeOfArea(request: Request): boolean {
  const { path } = request;
  if (path === NOT_FOUND_PATH || path.startsWith(`${UNSUBSCRIBE_PATH}/`)) return true;
  return isPage(request) && looksLikeFile(request) && path.toLowerCase() !== TEMPLATE;
}
