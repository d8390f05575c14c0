import type { Logger } from '../observability/logging.ts';

/** Wraps listeners: an error that one throws, or rejects with, ends its own connection and nothing else. */
export type Guard = <Args extends readonly unknown[]>(
  where: string,
  listener: (...args: Args) => unknown,
  cut: (first: Args[0], second: Args[1]) => void,
) => (...args: Args) => void;

/**
 * Makes the wrapper of every listener on HTTP upgrades, the engine and its sockets. An error that leaves such a listener
 * would end the process, and every connection with it.
 */
export function createGuard(logger: Pick<Logger, 'error'>): Guard {
  return (where, listener, cut) =>
    (...args) => {
      const report = (error: unknown) => {
        logger.error({ err: error, where }, 'A connection ended: its listener failed.');
        cut(args[0], args[1]);
      };
      try {
        const result = listener(...args);
        if (result instanceof Promise) result.catch(report);
      } catch (error) {
        report(error);
      }
    };
}
