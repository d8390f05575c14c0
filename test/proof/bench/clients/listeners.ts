import { Reader } from './reader.ts';
import { until } from './readers.ts';

/** Somebody who has a topic open. */
export interface Listener {
  readonly topic: string;
  /** `Cookie` header. */
  readonly cookie: string;
}

/** Signed-in readers of topics of their own, which note when rows arrive. */
export function createListeners() {
  const readers: Reader[] = [];
  return {
    async open({ port, listeners }: { readonly port: number; readonly listeners: readonly Listener[] }): Promise<void> {
      const opened = listeners.map(({ topic, cookie }) => new Reader(port, topic, { cookie, notes: true }));
      readers.push(...opened);
      if (!(await until(() => opened.every(({ isCaughtUp }) => isCaughtUp))))
        throw new Error('Listeners did not open.');
    },
    /** Every position that arrived at a listener, and when, once that many have. */
    async heard({ count }: { readonly count: number }): Promise<readonly (readonly [position: string, at: number])[]> {
      const all = () => readers.flatMap(({ arrivals }) => [...(arrivals ?? [])]);
      await until(() => readers.reduce((sum, { arrivals }) => sum + (arrivals?.size ?? 0), 0) >= count);
      return all();
    },
  };
}
