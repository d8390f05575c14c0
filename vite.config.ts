import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { codeGroups } from './scripts/client/codeGroups.ts';
import { moduleList } from './scripts/client/moduleList.ts';
import { pagePreloads } from './scripts/client/pagePreloads.ts';
import { workerFiles } from './scripts/client/workerFiles.ts';

/** Folder of the client's sources. */
const ROOT = join(import.meta.dirname, 'web');

/** Bytes from which packing a file is worth a file of its own. */
const PACK_MIN_BYTES = 1_000;

/** Packs what is written as small as it gets, once; the server hands it out as it is (`server/http/packedFiles.ts`). */
function packed(): Plugin {
  return {
    name: 'quad-packed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /\.(?:js|css|svg)$/.test(each))) {
        const file = join(dir, name);
        const content = await readFile(file);
        if (content.length < PACK_MIN_BYTES) continue;
        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(content),
          promisify(gzip)(content, { level: 9 }),
        ]);
        await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
      }
    },
  };
}

/** An import of built code that comes late; a name with its mark until the build gives files their digests. */
const LATE_IMPORT = /\bimport\((["'`])(\.\/[^"'`]+\.js)\1\)/g;

/** Leads each late import through `web/kit/lateCode.ts`, so that what the network lost once is asked for again. */
function lateImports(): Plugin {
  return {
    name: 'quad-late-imports',
    apply: 'build',
    renderChunk: (code) => code.replace(LATE_IMPORT, 'quadImport($1$2$1)'),
  };
}

/** Has the page name the files that its first script imports, so that they are fetched beside it. */
function firstFiles(): Plugin {
  return {
    name: 'quad-first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { chunk }) =>
        (chunk?.imports ?? []).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
    },
  };
}

/** The client: built from `web/` into `dist/`, which the server serves (`#domain/*` and the like are package imports). */
export default defineConfig(async ({ command }) => {
  // A test runner's own NODE_ENV must not put React's development build into the site.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: ROOT,
    plugins: [
      react(),
      lateImports(),
      packed(),
      firstFiles(),
      moduleList(import.meta.dirname),
      pagePreloads(import.meta.dirname),
      workerFiles(ROOT),
    ],
    build: {
      outDir: '../dist',
      emptyOutDir: true,
      // Oldest browsers with light-dark() and color-mix(); nothing is polyfilled below.
      target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      // The content security policy allows no inline module shim.
      // No import names the files that it needs: with the code for it those lists weighed 5 KB in the first script, for
      // what comes when the page is idle. The page itself names its own (`firstFiles`).
      modulePreload: false,
      assetsInlineLimit: 0,
      // One small sheet: code that comes later is never drawn without its styles, whatever the network does.
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: command === 'build' ? await codeGroups(ROOT, [react()]) : [],
          },
        },
      },
    },
  };
});
