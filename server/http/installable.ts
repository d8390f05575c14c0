import { type RequestHandler, Router } from 'express';
import type { Campus } from '#domain/campus/campus.ts';
import { campusOf } from './requestContext.ts';

/** Caching: an hour, as other files without a digest. */
const CACHE = 'public, max-age=3600';

/**
 * What a browser asks for to put the site among a device's apps: its description (W3C, Web Application Manifest) in the
 * campus's name and colours, and an icon with its mark (SHEL-17).
 */
export function installable(): Router {
  const send =
    (type: string, describe: (campus: Campus) => string): RequestHandler =>
    (request, response) => {
      response
        .set('Cache-Control', CACHE)
        .vary('Host')
        .type(type)
        .send(describe(campusOf(request)));
    };
  const router = Router();
  router.get('/icon.svg', send('image/svg+xml', icon));
  router.get('/site.webmanifest', send('application/manifest+json', description));
  return router;
}

/** The mark on the campus's colour, with the margin that a device may cut off. */
function icon({ colours, mark }: Campus): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="-12 -12 48 48">' +
    `<rect x="-12" y="-12" width="48" height="48" fill="${colours.light}"/>` +
    `<path fill="${colours.on}" fill-rule="evenodd" d="${mark}"/></svg>`
  );
}

function description({ name, colours }: Campus): string {
  const icons = ['any', 'maskable'].map((purpose) => ({
    src: '/icon.svg',
    type: 'image/svg+xml',
    sizes: 'any',
    purpose,
  }));
  return JSON.stringify({
    id: '/',
    name: `${name} Quad`,
    short_name: 'Quad',
    description: 'Buy, sell and talk with the students of your campus.',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    theme_color: colours.light,
    background_color: colours.light,
    icons,
  });
}
