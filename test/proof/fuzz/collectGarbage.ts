import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded before the server (`--import`), in each of its threads: memory is given back every few seconds. V8 lets garbage
 * lie while the system has room: that alone makes a process grow and shrink by 100 MiB, more than a leak that matters.
 */
const EVERY_MS = 2_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
setInterval(collect, EVERY_MS).unref();
