/**
 * Lets each client do few different things at a time. Who wants the same as is under way, or as waits, joins it: that
 * costs no more (`read/sharedReads.ts`).
 */
export interface SharedTurns {
  /**
   * Waits for the client's turn. @returns to be called once, when it is done
   *
   * @param what names the thing, arguments and all
   */
  begin(client: string, what: string): Promise<() => void>;
}

/** The work of one client, and its waiting jobs in the order of asking. */
interface Client {
  readonly running: Map<string, number>;
  readonly waiting: Map<string, (() => void)[]>;
}

/** @param atOnce different things of one client at a time */
export function createSharedTurns(atOnce: number): SharedTurns {
  const clients = new Map<string, Client>();

  function start({ running }: Client, what: string): void {
    running.set(what, (running.get(what) ?? 0) + 1);
  }

  function finish(name: string, client: Client, what: string): void {
    const { running, waiting } = client;
    const left = (running.get(what) ?? 0) - 1;
    if (left > 0) running.set(what, left);
    else running.delete(what);
    for (const [next, begin] of waiting) {
      if (running.size >= atOnce && !running.has(next)) break;
      waiting.delete(next);
      for (const each of begin) each();
    }
    if (running.size === 0) clients.delete(name);
  }

  return {
    async begin(name, what) {
      const client = clients.get(name) ?? { running: new Map(), waiting: new Map() };
      clients.set(name, client);
      const { running, waiting } = client;
      const hasRoom = running.size < atOnce || running.has(what);
      // Nobody passes those who wait, or a thing that is always wanted would never let another begin.
      if (hasRoom && waiting.size === 0) start(client, what);
      else {
        await new Promise<void>((resolve) => {
          const begin = () => {
            start(client, what);
            resolve();
          };
          waiting.set(what, [...(waiting.get(what) ?? []), begin]);
        });
      }
      return () => finish(name, client, what);
    },
  };
}
