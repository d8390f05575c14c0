/** Loaded before the server: when the process ends, it writes the list of modules that its main thread has loaded. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** Variable with the path of the file that gets the list, as JSON. */
export const LOADED_MODULES_VARIABLE = 'QUAD_TEST_LOADED_MODULES';

/** Modules of one process. */
export interface LoadedModules {
  /** Addresses of files, in the order in which they were asked for. */
  readonly files: readonly string[];
  /** Node's own, also those that no program can import; by Node's names of them. */
  readonly builtIn: readonly string[];
}

const path = process.env[LOADED_MODULES_VARIABLE];
if (path !== undefined && isMainThread) {
  const files: string[] = [];
  registerHooks({
    load(url, context, nextLoad) {
      if (url.startsWith('file:')) files.push(url);
      return nextLoad(url, context);
    },
  });
  process.on('exit', () => {
    const builtIn = Reflect.get(process, 'moduleLoadList') as readonly string[];
    writeFileSync(path, JSON.stringify({ files, builtIn } satisfies LoadedModules));
  });
}
