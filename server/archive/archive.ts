import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { START } from '#projections/engine/eventLog.ts';
import type { Collection } from '#projections/kernel/collection.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import { typedEvent } from '../log/typedEvent.ts';
import type { NounFiles } from '../media/nounFiles.ts';
import type { MediaStore } from '../ports/media.ts';
import type { OpenReads } from '../read/openReads.ts';
import { streamName } from '../write/streamStates.ts';
import type { AnyArchiveEntries, ArchiveEntry } from './entries.ts';
import type { OwnDocuments, OwnRecord } from './ownRecord.ts';
import { entryAsHtml, pageEnd, pageStart } from './page.ts';
import { readMe } from './readMe.ts';

/** Events of the log that are looked through at once. */
const PAGE_EVENTS = 500;

/** Dependencies of the archive. */
export interface ArchiveParts {
  readonly log: Pick<OpenEventLog, 'readOf' | 'readStream'>;
  readonly readStore: Pick<OpenReads, 'get'>;
  readonly media: Pick<MediaStore, 'file'>;
  readonly sessions: Pick<Sessions, 'listOf'>;
  /** The entries that the events of all nouns make. */
  readonly archiveEntries: AnyArchiveEntries;
  /** Collections of all nouns in which a person's own document is under the person's id. */
  readonly ownDocuments: readonly string[];
  /** The parts of a person's record, each with the category of the noun's streams. */
  readonly ownRecords: readonly { readonly category: string; readonly ownRecord: OwnRecord }[];
  /** The files of every noun. */
  readonly files: readonly NounFiles[];
  readonly clock: () => Date;
}

/**
 * Everything about a person as a ZIP file, made while it is read: one page of the log at a time, and one file open at a
 * time. So its memory does not grow with what the person wrote, but for the names of the files and the positions of
 * the pages that have something of the person: the second file reads only those.
 *
 * @param signal ends it when nobody reads it any more
 */
export function archiveOf(userId: string, parts: ArchiveParts, signal: AbortSignal): Readable {
  const zip = new ZipFile();
  // yazl's declared type is that of the web's first streams; it is a stream of Node.
  const output = zip.outputStream as unknown as Readable;
  fill(zip, userId, parts, signal)
    .then(() => zip.end())
    .catch((error: Error) => output.destroy(error));
  return output;
}

async function fill(zip: ZipFile, userId: string, parts: ArchiveParts, signal: AbortSignal): Promise<void> {
  const at = parts.clock();
  /** Adds a file, and waits until it is written: the next one must not be opened before. */
  async function add(path: string, content: Readable, isPacked = false): Promise<void> {
    signal.throwIfAborted();
    const written = once(content, 'close', { signal });
    zip.addReadStream(content, path, { mtime: at, compress: !isPacked });
    await written;
  }
  const named = new Set<string>();
  const pages: string[] = [];

  await add('README.txt', Readable.from([readMe(parts.archiveEntries, at)]));
  await add('account.json', Readable.from([JSON.stringify(await accountOf(userId, parts), null, 2)]));
  await add('index.html', Readable.from(pageOf(ofPerson(userId, parts, pages, signal), parts, named, at)));
  await add('events.jsonl', Readable.from(asLines(again(userId, parts, pages, signal))));
  for (const path of named) {
    const [, folder = '', name = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const content = await (await parts.media.file(folder, name))?.open();
    // It was deleted with its post, or replaced.
    if (content !== undefined && content !== null) await add(`media/${path}`, content, true);
  }
}

/**
 * The person's events in the whole log, opened, without those that are withheld.
 *
 * @param pages gets the positions after which pages with such events begin
 */
async function* ofPerson(userId: string, parts: ArchiveParts, pages: string[], signal: AbortSignal) {
  for (let after: string | null = START; after !== null; ) {
    const { events, next }: PersonsPage = await readPage(userId, parts, after, signal);
    if (events.length > 0) pages.push(after);
    yield events;
    after = next;
  }
}

/** The same from the pages that are known to have any. */
async function* again(userId: string, parts: ArchiveParts, pages: readonly string[], signal: AbortSignal) {
  for (const after of pages) yield (await readPage(userId, parts, after, signal)).events;
}

type PersonsPage = Awaited<ReturnType<OpenEventLog['readOf']>>;

async function readPage(
  userId: string,
  { log, archiveEntries }: ArchiveParts,
  after: string,
  signal: AbortSignal,
): Promise<PersonsPage> {
  signal.throwIfAborted();
  const { events, next } = await log.readOf(userId, after, PAGE_EVENTS);
  return { events: events.filter(({ type }) => !isWithheld(archiveEntries, type)), next };
}

function isWithheld(entries: AnyArchiveEntries, type: string): boolean {
  const entry = entries[type];
  return entry !== undefined && typeof entry !== 'function';
}

/** A line for each event, without what is ours alone: who else acted, and the ids and hashes of commands. */
async function* asLines(pages: AsyncIterable<readonly RecordedEvent[]>): AsyncIterable<string> {
  for await (const page of pages) {
    for (const { stream, type, version, data, meta } of page) {
      yield `${JSON.stringify({ at: meta.at, campus: meta.campus, stream, type, version, data })}\n`;
    }
  }
}

/** @param named gets the paths of the files on the way */
async function* pageOf(
  pages: AsyncIterable<readonly RecordedEvent[]>,
  { archiveEntries, files }: ArchiveParts,
  named: Set<string>,
  at: Date,
): AsyncIterable<string> {
  yield pageStart(at);
  for await (const page of pages) {
    for (const event of page) {
      const shown = filesOf(event, files);
      for (const path of shown) named.add(path);
      const entryOf = archiveEntries[event.type] as ((event: RecordedEvent) => ArchiveEntry) | undefined;
      if (entryOf !== undefined) yield entryAsHtml(event.meta.at, entryOf(event), shown);
    }
  }
  yield pageEnd;
}

/** Paths of the files that an event names, as the media store has them. */
function filesOf(event: RecordedEvent, files: readonly NounFiles[]): readonly string[] {
  return files.flatMap(({ kind, category, namedAfter }) => {
    if (!event.stream.startsWith(`${category}-`)) return [];
    const id = event.stream.slice(category.length + 1);
    return (namedAfter(typedEvent(event)) ?? []).map((name) => `${kind}/${id}/${name}`);
  });
}

/** The person's record, own documents (profile, account, settings) and signed-in browsers, as they are now. */
async function accountOf(userId: string, parts: ArchiveParts): Promise<object> {
  const { readStore, sessions, ownDocuments } = parts;
  const found = await readStore.get(ownDocuments.map((collection) => ({ collection, key: userId })));
  const listed = await sessions.listOf(userId);
  return {
    user: await recordOf(userId, found, parts),
    ...Object.fromEntries(found.map(({ collection, doc }) => [collection, doc])),
    sessions: listed.map(({ device, createdAt, rotatedAt }) => ({ device, begunAt: createdAt, usedAt: rotatedAt })),
  };
}

/** The record of the specification (DATA-01): its fields by the nouns, and the instant of the last event about them. */
async function recordOf(
  userId: string,
  found: Awaited<ReturnType<ArchiveParts['readStore']['get']>>,
  { log, ownRecords }: ArchiveParts,
): Promise<object> {
  const own: OwnDocuments = {
    get: <Doc>({ name }: Collection<Doc>) => (found.find(({ collection }) => collection === name)?.doc ?? null) as Doc,
  };
  const streams = await Promise.all(ownRecords.map(({ category }) => log.readStream(streamName(category, userId))));
  const instants = streams.flat().map(({ meta }) => meta.at);
  const fields = ownRecords.map(({ ownRecord }) => ownRecord(own));
  return Object.assign({}, ...fields, { lastModified: instants.sort().at(-1) ?? null });
}
