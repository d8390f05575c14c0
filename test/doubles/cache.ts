import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Downloads and builds of the doubles, kept between runs. */
export const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'quad-engines');

/** Path in the cache of what is made from these files: another content is another path. */
export function cachedPath(name: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source)).update('\0');
  mkdirSync(CACHE, { recursive: true });
  return join(CACHE, `${name}-${hash.digest('hex').slice(0, 16)}`);
}
