import type { EncodedAppend } from '../../../log/encodeAppend.ts';
import { openBeside } from '../database.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { openEventLogReader } from './reader.ts';
import { EVENT_LOG } from './tables.ts';
import { openEventLogWriter } from './writer.ts';

/** Roles of the event store's threads: one writes, one reads, one makes checkpoints, so that none waits for another. */
export type EventStoreRole = 'reader' | 'writer' | 'checkpointer';

export interface EventStoreWorkerData {
  readonly file: string;
  readonly role: EventStoreRole;
}

function writerService(file: string) {
  const writer = openEventLogWriter(file);
  const methods = {
    head: () => writer.head(),
    begin: (era: string) => writer.begin(era),
    append: (group: readonly EncodedAppend[]) => writer.append(group),
    tryOut: () => writer.tryOut(),
  };
  return { methods, close: () => writer.close() };
}

function readerService(file: string) {
  const reader = openEventLogReader(file);
  const methods = {
    head: () => reader.head(),
    readStream: (stream: string, fromRevision: number) => reader.readStream(stream, fromRevision),
    readAll: (after: number, limit: number) => reader.readAll(after, limit),
    eventAt: (position: number) => reader.eventAt(position),
    eras: () => reader.eras(),
  };
  return { methods, close: () => reader.close() };
}

function checkpointerService(file: string) {
  const db = openBeside(file, EVENT_LOG);
  // Passive: neither waits for other connections nor blocks them.
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  return { methods: { checkpoint: () => void checkpoint.run() }, close: () => db.close() };
}

const SERVICES = { writer: writerService, reader: readerService, checkpointer: checkpointerService };

export type WriterMethods = ReturnType<typeof writerService>['methods'];
export type ReaderMethods = ReturnType<typeof readerService>['methods'];
export type CheckpointerMethods = ReturnType<typeof checkpointerService>['methods'];

serveWorker(({ file, role }: EventStoreWorkerData) => SERVICES[role](file));
