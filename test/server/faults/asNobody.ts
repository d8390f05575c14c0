/**
 * Loaded before the program: root may write everywhere, so the program gives that right up as its first step, when all
 * of its files are loaded.
 */
import { registerHooks } from 'node:module';

/** User id of `nobody` on Linux. */
const NOBODY = 65_534;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/server/main.ts')) return loaded;
    return { ...loaded, source: `if (process.getuid() === 0) process.setuid(${NOBODY});\n${loaded.source}` };
  },
});
