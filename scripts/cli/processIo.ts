import { createInterface } from 'node:readline/promises';
import type { Io } from './io.ts';

/** Input and output over the process's own streams. */
export function createProcessIo(): Io {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  // `quad log | head` closes the pipe: that is an end, not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    print: (line) => process.stdout.write(`${line}\n`),
    report: (line) => process.stderr.write(`${line}\n`),
    async confirm(question) {
      if (!process.stdin.isTTY) return false;
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return (await lines.question(`${question} [y/N] `)).trim().toLowerCase() === 'y';
      } finally {
        lines.close();
      }
    },
    stop: stop.signal,
  };
}
