import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { escapeHtml } from '../kernel/html.ts';

/** The list beside the built client (`scripts/client/pagePreloads.ts`). */
const LIST = '.preloads.json';

const listSchema = z.record(z.string(), z.array(z.string()));

/**
 * Tags by which a page names the files of late code that draw it, so that a browser asks for them beside the first ones. They
 * are fetched as data, as `web/kit/lateCode.ts` does, and never before the first ones.
 *
 * @returns tags by the path of the page; none for most
 */
export async function readPreloads(clientDir: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(clientDir, LIST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A client of an older build has none.
    if (error.code !== 'ENOENT') throw error;
    return '{}';
  });
  const pages = Object.entries(listSchema.parse(JSON.parse(text)));
  return new Map(pages.map(([path, files]) => [path, files.map(tagOf).join('')]));
}

const tagOf = (file: string) =>
  `<link rel="preload" as="fetch" fetchpriority="low" crossorigin href="/${escapeHtml(file)}">`;
