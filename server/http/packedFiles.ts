import { access } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';

/** How a file may lie packed beside itself (`vite.config.ts` packs), the smallest first. */
const PACKINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;
/** A file's name as the build gives it: no folder, nothing hidden. */
const FILE_NAME = /^\/[\w-][\w.-]*$/;

/** Answers with the packed form of a file where there is one that the browser takes: nothing is packed anew. */
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
