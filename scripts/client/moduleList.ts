import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** Name of the list below the build; the server hands out no file that begins with a dot. */
const LIST = '.modules.json';

/** Writes which file of code has which modules, by their paths from the root: names alone do not say it, since small files are joined. */
export function moduleList(root: string): Plugin {
  return {
    name: 'quad-module-list',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).flatMap((each) =>
        each.type === 'chunk' ? [[each.fileName, each.moduleIds.map((id) => relative(root, id))] as const] : [],
      );
      await writeFile(join(dir, LIST), JSON.stringify(Object.fromEntries(files)));
    },
  };
}
