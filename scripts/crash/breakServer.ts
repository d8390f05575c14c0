/**
 * Loaded before the server (`--import`): it runs with one place said in other words (`QUAD_BREAKAGE`), in all of its
 * threads. The files on the disk stay as they are.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { breakages, breakText, fileOf } from './breakages.ts';

const breakage = breakages.find(({ name }) => name === process.env.QUAD_BREAKAGE);
if (breakage === undefined) throw new Error(`There is no breakage ${process.env.QUAD_BREAKAGE}.`);
const target = pathToFileURL(fileOf(breakage)).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url !== target) return loaded;
    return { ...loaded, source: breakText(breakage, String(loaded.source)) };
  },
});
