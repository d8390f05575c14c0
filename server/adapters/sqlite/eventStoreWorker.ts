import type { EncodedAppend } from '../../log/encodeAppend.ts';
import { openEventLogReader } from './eventStoreReader.ts';
import { openEventLogWriter } from './eventStoreWriter.ts';
import { serveWorker } from './workerRpc.ts';

/** Start of the two threads of the event store: one writes, one reads beside it, so that neither waits. */
export interface EventStoreWorkerData {
  readonly file: string;
  readonly role: 'reader' | 'writer';
}

function writerService(file: string) {
  const writer = openEventLogWriter(file);
  const methods = {
    head: () => writer.head(),
    append: (group: readonly EncodedAppend[]) => writer.append(group),
  };
  return { methods, close: () => writer.close() };
}

function readerService(file: string) {
  const reader = openEventLogReader(file);
  const methods = {
    head: () => reader.head(),
    readStream: (stream: string, fromRevision: number) => reader.readStream(stream, fromRevision),
    readAll: (after: number, limit: number) => reader.readAll(after, limit),
  };
  return { methods, close: () => reader.close() };
}

export type WriterMethods = ReturnType<typeof writerService>['methods'];
export type ReaderMethods = ReturnType<typeof readerService>['methods'];

serveWorker(({ file, role }: EventStoreWorkerData) => (role === 'writer' ? writerService(file) : readerService(file)));
