import { access } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';

/** Packed forms of a built file (`vite.config.ts` makes them), smallest first. */
const PACKINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;
/** A file name of the build: no folder, not hidden. */
const FILE_NAME = /^\/[\w-][\w.-]*$/;

/** Answers with the packed form of a file if the browser accepts one, so that nothing is packed per request. */
export function packedFiles(folder: string): RequestHandler {
  const known = new Set<string>();

  async function isThere(name: string): Promise<boolean> {
    if (known.has(name)) return true;
    const found = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (found) known.add(name);
    return found;
  }

  return async (request, response, next) => {
    const { path } = request;
    if (!FILE_NAME.test(path)) return next();
    const accepted = request.acceptsEncodings();
    for (const { encoding, suffix } of PACKINGS) {
      if (!accepted.includes(encoding) || !(await isThere(path + suffix))) continue;
      response.type(extname(path)).set('Content-Encoding', encoding).vary('Accept-Encoding');
      request.url = path + suffix;
      break;
    }
    next();
  };
}
