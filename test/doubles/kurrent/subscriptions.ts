import { randomUUID } from 'node:crypto';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { drained, ENDS, fail, type ReadCall } from './calls.ts';
import { consumerTooSlow, impossiblePosition, nameOf, noBoundary, readEvent, streamDeleted } from './messages.ts';
import type { Recorded } from './records.ts';
import type { TransactionLog } from './transactionLog.ts';

/** Events that wait for a live consumer before it is too slow. */
const LIVE_BUFFER_EVENTS = 32;
/** Records that are scanned between two checkpoints, times the client's multiplier. */
const CHECKPOINT_EVERY_RECORDS = 32;
/** Milliseconds for which the transport of a live consumer takes nothing before its buffer is looked at. */
const STALLED_AFTER_MS = 20;

/** How the server treats a live consumer that is too slow: 23.10 drops it, newer ones send it back to history. */
export interface SubscriptionRules {
  readonly slowConsumer: 'dropped' | 'falls-behind';
  /** Called for each consumer that is found too slow. */
  readonly onTooSlow: () => void;
}

/** Confirmation, history, caught up, live. Begins after the given position or revision. */
export function subscription(
  log: TransactionLog,
  rules: SubscriptionRules,
  call: ReadCall,
  options: Streams.ReadReq.Options,
): void {
  const start = startOf(log, options);
  if (start instanceof Error) {
    fail(call, start);
    return;
  }
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
  call.write(new streams.ReadResp().setConfirmation(confirmation));
  void run(log, rules, call, start, createSelection(options));
}

async function run(
  log: TransactionLog,
  rules: SubscriptionRules,
  call: ReadCall,
  start: number,
  selection: Selection,
): Promise<void> {
  let isLive = false;
  let wake = (): void => undefined;
  const stop = log.onWrite(() => wake());
  for (const event of ENDS) call.on(event, () => wake());
  for (let next = start; !call.cancelled && !call.destroyed; ) {
    const record = next < log.readable ? log.records[next] : undefined;
    if (record === undefined) {
      if (!isLive) call.write(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
      isLive = true;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    next += 1;
    for (const message of selection.take(record)) {
      if (call.write(message)) continue;
      if (isLive && (await isStalled(call)) && waiting(log, next, selection) > LIVE_BUFFER_EVENTS) {
        rules.onTooSlow();
        if (rules.slowConsumer === 'dropped') {
          stop();
          fail(call, consumerTooSlow());
          return;
        }
        isLive = false;
        call.write(new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind()));
      }
      if (call.writableNeedDrain) await drained(call);
    }
  }
  stop();
}

async function isStalled(call: ReadCall): Promise<boolean> {
  const stalled = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => stalled.resolve(true), STALLED_AFTER_MS);
  void drained(call).then(() => stalled.resolve(false));
  return stalled.promise.finally(() => clearTimeout(timer));
}

function waiting(log: TransactionLog, next: number, { matches }: Selection): number {
  return log.records.slice(next, log.readable).filter(matches).length;
}

interface Selection {
  matches(record: Recorded): boolean;
  /** Messages for one scanned record: the event if it matches, a checkpoint when one is due. */
  take(record: Recorded): Streams.ReadResp[];
}

function createSelection(options: Streams.ReadReq.Options): Selection {
  const stream = options.hasStream() ? nameOf(options.getStream()?.getStreamIdentifier()) : null;
  const filter = options.getFilter();
  const onStream = filter?.getStreamIdentifier();
  const onType = filter?.getEventType();
  const expression = onStream ?? onType;
  const prefixes = expression?.getPrefixList() ?? [];
  const pattern = new RegExp(expression?.getRegex() ?? '');
  const every = CHECKPOINT_EVERY_RECORDS * (filter?.getCheckpointintervalmultiplier() ?? 1);
  let scanned = 0;

  const matches = (record: Recorded): boolean => {
    if (stream !== null) return record.stream === stream;
    if (expression === undefined) return true;
    const text = onStream === undefined ? record.type : record.stream;
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : pattern.test(text);
  };
  return {
    matches,
    take(record) {
      scanned += 1;
      const messages = matches(record) ? [readEvent(record)] : [];
      if (expression === undefined || scanned % every > 0) return messages;
      const checkpoint = new streams.ReadResp.Checkpoint();
      checkpoint.setCommitPosition(String(record.commit));
      checkpoint.setPreparePosition(String(record.prepare));
      return [...messages, new streams.ReadResp().setCheckpoint(checkpoint)];
    },
  };
}

/** Index of the first record after the place that the client names. */
function startOf(log: TransactionLog, options: Streams.ReadReq.Options): number | Error {
  const all = options.getAll();
  if (all === undefined) return startOfStream(log, options);
  if (all.hasEnd()) return log.readable;
  const position = all.getPosition();
  if (position === undefined) return 0;
  const at = { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) };
  const place = log.indexOf(at);
  if (place === null) return noBoundary();
  if (place === 'impossible') return impossiblePosition();
  return log.records[place]?.commit === at.commit ? place + 1 : place;
}

function startOfStream(log: TransactionLog, options: Streams.ReadReq.Options): number | Error {
  const from = options.getStream();
  const name = nameOf(from?.getStreamIdentifier());
  if (from?.hasEnd() === true) return log.readable;
  if (log.stream(name) === 'deleted') return streamDeleted(name);
  if (from?.hasRevision() !== true) return 0;
  const revision = Number(from.getRevision());
  const place = log.records.findIndex((record) => record.stream === name && record.revision > revision);
  return place < 0 ? log.records.length : place;
}
