import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type grpc from '@grpc/grpc-js';
import {
  allPosition,
  batchError,
  batchFailure,
  commitTimedOut,
  identifierOf,
  NOT_READY,
  nameOf,
  notReady,
  proposedOf,
  sizeExceeded,
  streamDeleted,
  wrongVersionDetail,
} from './messages.ts';
import { type Answered, type Expected, type Proposed, sizeOf } from './records.ts';

/** Bytes of one append: the data of all its events. */
export const APPEND_MAX_BYTES = 1_048_576;

/** Writes an append and calls back with its outcome, later or never if a fault says so. */
export type Append = (
  stream: string,
  expected: Expected,
  events: readonly Proposed[],
  answer: (outcome: Answered) => void,
) => void;

interface Expectation {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

function expectedOf(options: Expectation, revision: string): Expected {
  if (options.hasNoStream()) return -1;
  if (options.hasAny()) return 'any';
  return options.hasStreamExists() ? 'stream_exists' : Number(revision);
}

const bytesOf = (events: readonly Proposed[]): number => events.reduce((sum, event) => sum + sizeOf(event), 0);

/** The classic append: one call for each. */
export function appendCall(append: Append): grpc.handleClientStreamingCall<Streams.AppendReq, Streams.AppendResp> {
  return (call, callback) => {
    const events: Proposed[] = [];
    let options: Streams.AppendReq.Options | undefined;
    call.on('data', (request: Streams.AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message !== undefined) events.push(proposedOf(message));
    });
    call.on('end', () => {
      if (options === undefined) return;
      const stream = nameOf(options.getStreamIdentifier());
      if (bytesOf(events) > APPEND_MAX_BYTES) return callback(sizeExceeded(APPEND_MAX_BYTES));
      append(stream, expectedOf(options, options.getRevision()), events, (outcome) => {
        if (outcome.kind === 'deleted') callback(streamDeleted(stream));
        else if (outcome.kind === 'commit-timeout') callback(commitTimedOut());
        else if (outcome.kind === 'not-ready') callback(notReady());
        else callback(null, classicAnswer(outcome));
      });
    });
  };
}

function classicAnswer(outcome: Extract<Answered, { kind: 'written' | 'wrong-version' }>): Streams.AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.kind === 'wrong-version') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current < 0) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.current));
    return answer.setWrongExpectedVersion(wrong);
  }
  const { commit, prepare } = outcome.position;
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(commit));
  position.setPreparePosition(String(prepare));
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(outcome.revision));
  return answer.setSuccess(success.setPosition(position));
}

interface Pending {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: Proposed[];
}

/** The stream of appends: all of a client share one call, each is answered by its correlation id. */
export function batchAppendCall(
  append: Append,
): grpc.handleBidiStreamingCall<Streams.BatchAppendReq, Streams.BatchAppendResp> {
  return (call) => {
    const pending = new Map<string, Pending>();
    call.on('data', (request: Streams.BatchAppendReq) => {
      const correlation = request.getCorrelationId();
      const id = correlation?.getString() ?? '';
      const options = request.getOptions();
      if (options !== undefined) {
        const expected = expectedOf(options, options.getStreamPosition());
        pending.set(id, { stream: nameOf(options.getStreamIdentifier()), expected, events: [] });
      }
      const write = pending.get(id);
      if (write === undefined) return;
      write.events.push(...request.getProposedMessagesList().map(proposedOf));
      const { stream, expected, events } = write;
      const isTooLarge = bytesOf(events) > APPEND_MAX_BYTES;
      if (!isTooLarge && !request.getIsFinal()) return;
      pending.delete(id);
      const answer = (outcome: Answered | 'too-large') => void call.write(batchAnswer(correlation, write, outcome));
      if (isTooLarge) answer('too-large');
      else append(stream, expected, events, answer);
    });
    call.on('end', () => call.end());
  };
}

function batchAnswer(
  correlation: Shared.UUID | undefined,
  { stream, expected }: Pending,
  outcome: Answered | 'too-large',
): Streams.BatchAppendResp {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(correlation).setStreamIdentifier(identifierOf(stream));
  if (outcome === 'too-large') {
    const detail = new shared.MaximumAppendSizeExceeded().setMaxappendsize(APPEND_MAX_BYTES);
    return answer.setError(batchError('MaximumAppendSizeExceeded', detail, 'Maximum Append Size Exceeded'));
  }
  switch (outcome.kind) {
    case 'written': {
      const success = new streams.BatchAppendResp.Success();
      success.setCurrentRevision(String(outcome.revision)).setPosition(allPosition(outcome.position));
      return answer.setSuccess(success);
    }
    case 'wrong-version': {
      const detail = wrongVersionDetail(expected, outcome.current);
      return answer.setError(batchError('WrongExpectedVersion', detail, 'Wrong Expected Version'));
    }
    case 'commit-timeout':
      return answer.setError(batchError('Timeout', new shared.Timeout(), 'Timeout'));
    case 'not-ready':
      return answer.setError(batchFailure(NOT_READY));
    case 'deleted': {
      const detail = new shared.StreamDeleted().setStreamIdentifier(identifierOf(stream));
      return answer.setError(batchError('StreamDeleted', detail, 'Stream Deleted'));
    }
  }
}
