/**
 * Loaded before the program (`--import`, or first of all): it runs with one place said in other words
 * (`QUAD_BREAKAGE`), in all of its threads. The files on the disk stay as they are.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { crashBreakages } from '../crash/breakages.ts';
import { faultBreakages } from '../faults/breakages.ts';
import { fuzzBreakages } from '../fuzz/breakages.ts';
import { breakText, fileOf } from './breakage.ts';

const wanted = process.env.QUAD_BREAKAGE;
const breakage = [...crashBreakages, ...faultBreakages, ...fuzzBreakages].find(({ name }) => name === wanted);
if (breakage === undefined) throw new Error(`There is no breakage ${wanted}.`);
const target = pathToFileURL(fileOf(breakage)).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url !== target) return loaded;
    return { ...loaded, source: breakText(breakage, String(loaded.source)) };
  },
});
