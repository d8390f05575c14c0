import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type EventLog, recordingOf, START } from '#projections/engine/eventLog.ts';

/** A log with given events, delivered on demand. */
export interface ScriptedLog extends EventLog {
  /** Events from now on; those who subscribed are handed them. */
  append(...events: readonly RecordedEvent[]): void;
  /** Makes the next hand-over fail instead; the subscription ends with it. */
  failNext(error: Error): void;
  /** Positions from which was subscribed, in order. */
  readonly subscribedAfter: readonly string[];
  /** Resolves when everything appended so far was handled, or the subscription has ended. */
  settled(): Promise<void>;
}

/** Hands events over in batches of the given size. */
export function createScriptedLog(initial: readonly RecordedEvent[] = [], batchSize = 10): ScriptedLog {
  const events: RecordedEvent[] = [...initial];
  const subscribedAfter: string[] = [];
  let failure: Error | null = null;
  let wake: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  const after = (position: string, limit: number) =>
    events.filter((event) => event.position > position).slice(0, limit);

  return {
    subscribedAfter,
    append(...more) {
      events.push(...more);
      wake();
    },
    failNext(error) {
      failure = error;
      wake();
    },
    settled: () => running,
    head: async () => events.at(-1)?.position ?? START,
    distance: async (from, to) => after(from, events.length).filter(({ position }) => position <= to).length,
    recordingAt: async (position) => {
      const event = events.find((each) => each.position === position);
      return event === undefined ? null : recordingOf(event);
    },
    readAll: async (position, limit) => after(position, limit),
    readStream: async (stream) => events.filter((event) => event.stream === stream),
    subscribe(position, handler, onError) {
      subscribedAfter.push(position);
      let handled = position;
      let isOpen = true;
      const pump = async () => {
        while (isOpen) {
          if (failure !== null) {
            const error = failure;
            failure = null;
            throw error;
          }
          const batch = after(handled, batchSize);
          if (batch.length === 0) return;
          await handler(batch);
          handled = batch.at(-1)?.position ?? handled;
        }
      };
      const run = () => {
        running = running.then(pump).catch((error: Error) => {
          isOpen = false;
          onError(error);
        });
      };
      wake = run;
      run();
      return {
        async close() {
          isOpen = false;
          await running;
        },
      };
    },
  };
}
