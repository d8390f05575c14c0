import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASKING_PATH } from '#projections/sync/asking.ts';
import { MAILBOX_PATH } from '#server/http/devMail.ts';
import { OEMBED_PATH } from '#server/http/oembed.ts';
import { UNSUBSCRIBE_PATH } from '#server/mail/unsubscribe.ts';
import { PAYMENT_NOTICES_PATH } from '#server/ports/payments.ts';
import { GOOGLE_CALLBACK_PATH } from '#server/user/routes/google.ts';

const SERVER = join(import.meta.dirname, '../../../server');
/** Names of paths, as routes write them. */
const NAMED_PATHS = new Map([
  ['ASKING_PATH', ASKING_PATH],
  ['OEMBED_PATH', OEMBED_PATH],
  ['MAILBOX_PATH', MAILBOX_PATH],
  ['PAYMENT_NOTICES_PATH', PAYMENT_NOTICES_PATH],
  ['GOOGLE_CALLBACK_PATH', GOOGLE_CALLBACK_PATH],
]);
/** The paths that files call `path`: the last ones are where `server/http/uploads.ts` mounts files in pieces. */
const PATHS = new Map([
  [join('http', 'unsubscribe.ts'), [`${UNSUBSCRIBE_PATH}/:token`]],
  [join('http', 'pieceUploads.ts'), ['/api/uploads/posts/:id/photos', '/api/uploads/posts/:id/videos']],
]);
const ROUTE = /router\.(get|head|put|post|delete|patch)\(\s*(?:(\w+)|['`]([^'`]+)['`]),/g;

/**
 * The routes as the files of the server declare them, each as a method and a path, such as `GET /api/topics/:topic`. A
 * part of a path that is made when the server starts stays as it is written: `/images/${files.kind}/:id/:name`.
 */
export function declaredRoutes(): readonly string[] {
  return globSync('**/*.ts', { cwd: SERVER }).flatMap((file) => {
    const named = (name: string): readonly string[] => {
      const one = NAMED_PATHS.get(name);
      const paths = name === 'path' ? PATHS.get(file) : one === undefined ? undefined : [one];
      if (paths === undefined) throw new Error(`${file} has a route with a path that has no name here: ${name}`);
      return paths;
    };
    return [...readFileSync(join(SERVER, file), 'utf8').matchAll(ROUTE)].flatMap(([, method = '', name, path]) => {
      const [prefix = '', within] = /^\$\{(MAILBOX_PATH|path)\}/.exec(path ?? '') ?? [];
      const begin = within === undefined ? [prefix] : named(within);
      const declared = path === undefined ? named(name ?? '') : begin.map((each) => each + path.slice(prefix.length));
      return declared.map((each) => `${method.toUpperCase()} ${each}`);
    });
  });
}
