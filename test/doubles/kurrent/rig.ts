import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, type JSONEventData, jsonEvent } from '@eventstore/db-client';
import { type KurrentDouble, type KurrentDoubleOptions, startKurrentDouble } from './server.ts';

/** A double with the plain client on it, as its own tests use it. */
export interface DoubleRig {
  readonly double: KurrentDouble;
  /** The client as the library makes it; without credentials it appends by the shared stream. */
  readonly client: EventStoreDBClient;
  dispose(): Promise<void>;
}

export async function doubleRig(options?: KurrentDoubleOptions): Promise<DoubleRig> {
  const double = await startKurrentDouble(options);
  const client = clientOn(double);
  return {
    double,
    client,
    async dispose() {
      await client.dispose();
      await double.stop();
    },
  };
}

export function clientOn({ url }: Pick<KurrentDouble, 'url'>): EventStoreDBClient {
  return EventStoreDBClient.connectionString([url] as unknown as TemplateStringsArray);
}

/** New events with ids of their own. */
export function someEvents(count: number, text = 'Desk lamp'): JSONEventData[] {
  return Array.from({ length: count }, (_, n) =>
    jsonEvent({ id: randomUUID(), type: 'PostCreated', data: { text, n }, metadata: { version: 1 } }),
  );
}

export const someStream = (): string => `post-${randomUUID()}`;

/** The reason for a promise's rejection. */
export function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'was not rejected',
    (error: unknown) => error,
  );
}

/** Everything that a read gives. */
export async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of stream) found.push(each);
  return found;
}
