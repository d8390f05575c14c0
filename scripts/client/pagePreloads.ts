import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Name of the list below the build; the server hands out no file that begins with a dot. */
const LIST = '.preloads.json';

/**
 * Pages to which people come from outside and that the first files do not draw, with the modules that draw them, and that of
 * the connection, which they need next: a browser that asks for them only once the first files have run waits a round trip for each.
 */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/login': ['web/user/AuthLayout.tsx', 'web/user/LoginPage.tsx', 'web/sync/transport/browserWays.ts'],
};

/** Writes which files each of these pages is drawn with, all that they import among them (`server/http/preloads.ts`). */
export function pagePreloads(root: string): Plugin {
  return {
    name: 'quad-page-preloads',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const [entry] = chunks.filter(({ isEntry }) => isEntry);
      const first = new Set(entry === undefined ? [] : closureOf([entry], chunks));
      const lists = Object.entries(PAGES).map(([page, modules]) => {
        // One module after the other, each with what it imports: browsers fetch a few at a time, in this order.
        const all = new Set(modules.flatMap((each) => [...closureOf([chunkOf(join(root, each), chunks)], chunks)]));
        return [page, [...all].filter((chunk) => !first.has(chunk)).map(({ fileName }) => fileName)];
      });
      await writeFile(join(dir, LIST), JSON.stringify(Object.fromEntries(lists)));
    },
  };

  /** @throws Error no file has the module: the table is of an older tree */
  function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined) throw new Error(`No file of the client has ${relative(root, module)}.`);
    return chunk;
  }
}

/** The files, all that they import at once, and so on. */
function closureOf(
  begin: readonly Rolldown.OutputChunk[],
  chunks: readonly Rolldown.OutputChunk[],
): ReadonlySet<Rolldown.OutputChunk> {
  const closure = new Set(begin);
  for (const { imports } of closure)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) closure.add(chunk);
  return closure;
}
