/**
 * Loaded before the program (`--import`), in all of its threads: its files then lie on disks that can be full, each
 * for itself (`room.ts`). It needs no rights, unlike a small disk that is mounted (`mountedDisk.ts`).
 */
import { registerHooks } from 'node:module';

const FACADES = new Map(
  Object.entries({ 'node:sqlite': './sqlite.ts', 'node:fs/promises': './fsPromises.ts' }).map(([name, file]) => [
    name,
    new URL(file, import.meta.url).href,
  ]),
);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const facade = FACADES.get(specifier);
    const isFacade = [...FACADES.values()].includes(context.parentURL ?? '');
    return facade === undefined || isFacade ? nextResolve(specifier, context) : nextResolve(facade, context);
  },
});
