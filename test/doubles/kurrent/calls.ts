import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import type grpc from '@grpc/grpc-js';

/** A call that is answered by a stream of messages. */
export type ReadCall = grpc.ServerWritableStream<Streams.ReadReq, Streams.ReadResp>;

/** Events by which a call ends. */
export const ENDS = ['cancelled', 'close', 'error'];

/** Ends a call with an error. */
export function fail(call: ReadCall, error: Error): void {
  call.emit('error', error);
}

/** Resolves when the call takes messages again, or when it has ended. */
export function drained(call: ReadCall): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const happened = () => resolve();
  const events = ['drain', ...ENDS];
  for (const event of events) call.on(event, happened);
  return promise.finally(() => {
    for (const event of events) call.off(event, happened);
  });
}
