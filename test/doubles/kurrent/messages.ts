import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusMessages from '@eventstore/db-client/generated/status_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import grpc from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Expected, Position, Proposed, Recorded } from './records.ts';

/** Ticks (100 ns) of the year 1970 are milliseconds times this. */
const TICKS_PER_MS = 10_000n;

/** An error as gRPC sends it; `exception` and what belongs to it travel in the trailers. */
export function rpcError(code: grpc.status, details: string, trailers: Record<string, string> = {}) {
  const metadata = new grpc.Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const accessDenied = () =>
  rpcError(grpc.status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
/** The gRPC error for the server's HTTP answer 401. */
export const unauthenticated = () => rpcError(grpc.status.UNAUTHENTICATED, 'Received HTTP status code 401');
export const consumerTooSlow = () =>
  rpcError(
    grpc.status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );
/** A repeat of an append that is not yet replicated is dropped; its caller gets this once the server gives up. */
export const commitTimedOut = () => rpcError(grpc.status.ABORTED, 'Operation timed out: Commit phase timeout.');
/** The answer of a leader in the moment after its election. */
export const NOT_READY = 'Server Is Not Ready';
export const notReady = () => rpcError(grpc.status.UNAVAILABLE, NOT_READY);
/** A commit position before the prepare position. */
export const impossiblePosition = () => rpcError(grpc.status.UNKNOWN, 'Exception was thrown by handler.');
export const noBoundary = () => rpcError(grpc.status.UNKNOWN, 'Unexpected ReadAllResult: Error');
export const streamDeleted = (stream: string) =>
  rpcError(grpc.status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
export const sizeExceeded = (maximum: number) =>
  rpcError(grpc.status.INVALID_ARGUMENT, `Maximum Append Size of ${maximum} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maximum),
  });
export const wrongExpectedVersion = (stream: string, expected: Expected, current: number) =>
  rpcError(grpc.status.FAILED_PRECONDITION, `Append failed due to WrongExpectedVersion. Stream: ${stream}`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(typeof expected === 'number' ? expected : -2),
    'actual-version': String(current),
  });

export function nameOf(identifier: Shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function identifierOf(stream: string): Shared.StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
}

/** An event of either append call. */
export function proposedOf(
  message: Streams.AppendReq.ProposedMessage | Streams.BatchAppendReq.ProposedMessage,
): Proposed {
  const properties = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: properties.get('type') ?? '',
    contentType: properties.get('content-type') ?? 'application/octet-stream',
    data: Buffer.from(message.getData_asU8()),
    metadata: Buffer.from(message.getCustomMetadata_asU8()),
  };
}

export function readEvent(record: Recorded): Streams.ReadResp {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  event.setId(new shared.UUID().setString(record.id));
  event.setStreamIdentifier(identifierOf(record.stream));
  event.setStreamRevision(String(record.revision));
  event.setCommitPosition(String(record.commit));
  event.setPreparePosition(String(record.prepare));
  event.setData(record.data);
  event.setCustomMetadata(record.metadata);
  const properties = event.getMetadataMap();
  properties.set('type', record.type);
  properties.set('content-type', record.contentType);
  properties.set('created', String(BigInt(record.created) * TICKS_PER_MS));
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(event);
  read.setCommitPosition(String(record.commit));
  return new streams.ReadResp().setEvent(read);
}

export function allPosition({ commit, prepare }: Position): Shared.AllStreamPosition {
  return new shared.AllStreamPosition().setCommitPosition(String(commit)).setPreparePosition(String(prepare));
}

/** The error of one append of a batch stream, which leaves the others alone. */
export function batchError(name: string, detail: { serializeBinary(): Uint8Array }, text: string) {
  return batchStatus(`event_store.client.${name}`, detail, text);
}

/** The same without an error of its own: a text alone. */
export function batchFailure(text: string) {
  return batchStatus('google.protobuf.Empty', new empty.Empty(), text);
}

function batchStatus(type: string, detail: { serializeBinary(): Uint8Array }, text: string) {
  const packed = new any.Any();
  packed.pack(detail.serializeBinary(), type);
  return new statusMessages.Status().setCode(2).setMessage(text).setDetails(packed);
}

export function wrongVersionDetail(expected: Expected, current: number): Shared.WrongExpectedVersion {
  const detail = new shared.WrongExpectedVersion();
  if (current < 0) detail.setCurrentNoStream(new empty.Empty());
  else detail.setCurrentStreamRevision(String(current));
  if (expected === 'any') return detail.setExpectedAny(new empty.Empty());
  if (expected === 'stream_exists') return detail.setExpectedStreamExists(new empty.Empty());
  if (expected < 0) return detail.setExpectedNoStream(new empty.Empty());
  return detail.setExpectedStreamPosition(String(expected));
}
