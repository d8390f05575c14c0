import { pageSegments } from '../kernel/addresses.ts';

/** First segments of pages that the specification names and that are not there yet ("Screens and routes"). */
const pagesToCome = ['posts', 'checkout'];

/** Pages that people may come to expect. */
const expectedPages = [
  'about',
  'account',
  'boost',
  'cookies',
  'explore',
  'feed',
  'feedback',
  'help',
  'howitworks',
  'likes',
  'moderation',
  'privacy',
  'returns',
  'signin',
  'signup',
  'support',
  'terms',
  'trust_and_safety',
];

/** First segments of the server's own paths. */
const serverPaths = [
  'api',
  'assets',
  'dev',
  'dist',
  'favicon',
  'health',
  'images',
  'index',
  'manifest',
  'profilepics',
  'public',
  'robots',
  'sitemap',
  'socket',
  'static',
  'well-known',
];

/** Names that would pass for the product itself. */
const house = [
  'admin',
  'administrator',
  'anonymous',
  'campus',
  'everyone',
  'mod',
  'moderator',
  'null',
  'official',
  'quad',
  'root',
  'security',
  'staff',
  'system',
  'undefined',
  'user',
  'users',
  'visitor',
];

/**
 * User names that are never given: the first segment of every address, present or planned, and names that would pass for
 * the product.
 */
export const reservedUsernames: ReadonlySet<string> = new Set([
  ...pageSegments,
  ...pagesToCome,
  ...expectedPages,
  ...serverPaths,
  ...house,
]);
