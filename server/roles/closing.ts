import type { Logger } from '../observability/logging.ts';

/** Parts to close, in reverse order of adding. */
export interface Closing {
  add(name: string, close: () => Promise<void>): void;
  /** Closes all parts; errors are logged and do not stop it. Repeating it changes nothing. */
  close(): Promise<void>;
}

/** Makes an empty list of parts. */
export function closeInOrder(logger: Pick<Logger, 'error' | 'debug'>): Closing {
  const parts: { readonly name: string; readonly close: () => Promise<void> }[] = [];
  let done: Promise<void> | null = null;

  async function closeAll(): Promise<void> {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      try {
        await part.close();
        logger.debug({ part: part.name }, 'closed');
      } catch (error) {
        logger.error({ err: error, part: part.name }, 'A part of the server could not be closed.');
      }
    }
  }

  return {
    add(name, close) {
      parts.push({ name, close });
    },
    close() {
      done ??= closeAll();
      return done;
    },
  };
}
