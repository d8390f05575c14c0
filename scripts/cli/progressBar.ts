import { Presets, SingleBar } from 'cli-progress';

/** A progress bar for long work. */
export interface Bar {
  update(done: number, all: number, payload?: Readonly<Record<string, string | number>>): void;
  stop(): void;
}

/**
 * A bar on standard error, where it does not mix with what a command prints; without a terminal nothing is drawn.
 *
 * @param format of cli-progress: `{bar}`, `{percentage}`, `{value}`, `{total}` and names of the payload
 */
export function createBar(format: string, payload: Readonly<Record<string, string | number>> = {}): Bar {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic);
  let started = false;
  return {
    update(done, all, values = {}) {
      if (!started) bar.start(all, done, { ...payload, ...values });
      started = true;
      bar.setTotal(all);
      bar.update(done, values);
    },
    stop() {
      if (started) bar.stop();
    },
  };
}
