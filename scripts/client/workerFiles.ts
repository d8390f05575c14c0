import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** Files without a digest in their names that a page needs. */
const NAMED = ['theme.js', 'favicon.svg'] as const;
/** Code that most people never need: it weighs as much as everything else together. */
const LEFT_OUT = /heic-to/;

/**
 * Builds the browser's worker with the list of the files that it keeps: all that the build wrote for pages.
 *
 * @param root folder of the client's sources
 */
export function workerFiles(root: string): Plugin {
  let files: readonly string[] = [];
  let folder = '';
  return {
    name: 'quad-worker',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      folder = dir;
      files = Object.values(bundle)
        .filter(isForPages)
        .map(({ fileName }) => `/${fileName}`);
    },
    async closeBundle() {
      if (folder === '') return;
      const named = await Promise.all(
        NAMED.map(async (file) => ({ url: `/${file}`, revision: await digestOf(join(folder, file)) })),
      );
      // The server refuses the shell of another release: its code would not be kept.
      const shell = `/shell.html?release=${await digestOf(join(folder, 'index.html'))}`;
      const kept = [...[...files, shell].map((url) => ({ url, revision: null })), ...named];
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'error',
        define: { QUAD_FILES: JSON.stringify(kept), QUAD_SHELL: JSON.stringify(shell) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: {
            input: join(root, 'worker', 'worker.ts'),
            output: { format: 'iife', entryFileNames: 'worker.js' },
          },
        },
      });
    },
  };
}

function isForPages({ fileName, ...each }: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  if (each.type === 'chunk') return !each.moduleIds.some((id) => LEFT_OUT.test(id));
  return fileName.endsWith('.css');
}

async function digestOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16);
}
