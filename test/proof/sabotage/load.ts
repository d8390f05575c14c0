import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { breakText, fileOf } from './sabotage.ts';
import { findSabotage } from './sabotages.ts';

/**
 * Breaks the program in this thread, in modules loaded from now on. The files on disk stay unchanged.
 *
 * @throws Error there is no such sabotage; a load fails when the edited text is missing
 */
export function sabotage(name: string): void {
  const edits = findSabotage(name).edits.map((edit) => ({ edit, url: pathToFileURL(fileOf(edit)).href }));
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const own = edits.filter((each) => each.url === url);
      if (own.length === 0) return loaded;
      const source = own.reduce((text, { edit }) => breakText(name, edit, text), String(loaded.source));
      return { ...loaded, source };
    },
  });
}
