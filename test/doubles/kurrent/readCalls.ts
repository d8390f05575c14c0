import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import grpc from '@grpc/grpc-js';
import { drained, fail, type ReadCall } from './calls.ts';
import {
  identifierOf,
  impossiblePosition,
  nameOf,
  noBoundary,
  readEvent,
  rpcError,
  streamDeleted,
} from './messages.ts';
import type { Recorded } from './records.ts';
import { type SubscriptionRules, subscription } from './subscriptions.ts';
import type { TransactionLog } from './transactionLog.ts';

const BACKWARDS = 1;

/** Reads and subscriptions, which are one call in the service definitions. */
export function readCall(
  log: () => TransactionLog,
  rules: SubscriptionRules,
): grpc.handleServerStreamingCall<Streams.ReadReq, Streams.ReadResp> {
  return (call) => {
    const options = call.request.getOptions();
    if (options === undefined) return fail(call, rpcError(grpc.status.INVALID_ARGUMENT, 'No options.'));
    if (options.hasSubscription()) return subscription(log(), rules, call, options);
    const found = options.hasStream() ? ofStream(log(), options) : ofAll(log(), options);
    if (found instanceof Error) return fail(call, found);
    if (!Array.isArray(found)) {
      const identifier = identifierOf(found.missing);
      call.write(
        new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier)),
      );
      return call.end();
    }
    void send(call, found.slice(0, Number(options.getCount())));
  };
}

async function send(call: ReadCall, records: readonly Recorded[]): Promise<void> {
  for (const record of records) {
    if (call.cancelled) return;
    if (!call.write(readEvent(record))) await drained(call);
  }
  call.end();
}

function ofStream(log: TransactionLog, options: Streams.ReadReq.Options): Recorded[] | { missing: string } | Error {
  const from = options.getStream();
  const name = nameOf(from?.getStreamIdentifier());
  const events = log.stream(name);
  if (events === 'deleted') return streamDeleted(name);
  if (events === 'not-found') return { missing: name };
  const revision = Number(from?.getRevision() ?? 0);
  if (options.getReadDirection() === BACKWARDS) {
    const last = from?.hasEnd() === true ? Number.POSITIVE_INFINITY : revision;
    return events.filter((event) => event.revision <= last).reverse();
  }
  return from?.hasEnd() === true ? [] : events.filter((event) => event.revision >= revision);
}

/** Forwards from a position inclusive, backwards from it exclusive. Every filter is ignored. */
function ofAll(log: TransactionLog, options: Streams.ReadReq.Options): Recorded[] | Error {
  const from = options.getAll();
  const isBackwards = options.getReadDirection() === BACKWARDS;
  const at = from?.getPosition();
  const end = from?.hasEnd() === true ? log.readable : 0;
  const place =
    at === undefined
      ? end
      : log.indexOf({ commit: BigInt(at.getCommitPosition()), prepare: BigInt(at.getPreparePosition()) });
  if (place === null) return noBoundary();
  if (place === 'impossible') return impossiblePosition();
  const count = Number(options.getCount());
  return isBackwards
    ? log.records.slice(Math.max(0, place - count), Math.min(place, log.readable)).reverse()
    : log.records.slice(place, Math.min(place + count, log.readable));
}
