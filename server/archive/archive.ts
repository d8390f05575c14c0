import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { START } from '#projections/engine/eventLog.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import { typedEvent } from '../log/typedEvent.ts';
import type { Pictures } from '../media/pictures.ts';
import type { MediaStore } from '../ports/media.ts';
import type { OpenReads } from '../read/openReads.ts';
import { pageEnd, pageStart, toldAsHtml } from './page.ts';
import { readMe } from './readMe.ts';
import type { AnyTelling } from './telling.ts';

/** Events of the log that are looked through at once. */
const PAGE_EVENTS = 500;
/** Collections with the person's own documents, each under the person's id. */
const OWN_DOCUMENTS = ['people', 'accounts', 'settings'] as const;

/** Dependencies of the archive. */
export interface ArchiveParts {
  readonly log: Pick<OpenEventLog, 'readOf'>;
  readonly readStore: Pick<OpenReads, 'get'>;
  readonly media: Pick<MediaStore, 'file'>;
  readonly sessions: Pick<Sessions, 'listOf'>;
  /** How the events of all nouns are told. */
  readonly telling: AnyTelling;
  /** The pictures of every noun. */
  readonly pictures: readonly Pictures[];
  readonly clock: () => Date;
}

/**
 * Everything about a person as a ZIP file, made while it is read: the log is looked through twice, a page at a time, and
 * one file is open at a time. So its memory does not grow with what the person wrote, but for the names of the pictures.
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
  const events = () => ofPerson(userId, parts, signal);
  const named = new Set<string>();

  await add('README.txt', Readable.from([readMe(parts.telling, at)]));
  await add('account.json', Readable.from([JSON.stringify(await accountOf(userId, parts), null, 2)]));
  await add('index.html', Readable.from(pageOf(events(), parts, named, at)));
  await add('events.jsonl', Readable.from(asLines(events())));
  for (const path of named) {
    const [, folder = '', name = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const content = await (await parts.media.file(folder, name, null))?.open();
    // It was deleted with its post, or replaced.
    if (content !== undefined && content !== null) await add(`media/${path}`, content, true);
  }
}

/** The events that are told, of the whole log, opened. */
async function* ofPerson(userId: string, { log, telling }: ArchiveParts, signal: AbortSignal) {
  for (let after: string | null = START; after !== null; ) {
    signal.throwIfAborted();
    const page = await log.readOf(userId, after, PAGE_EVENTS);
    yield page.events.filter(({ type }) => !isWithheld(telling, type));
    after = page.next;
  }
}

function isWithheld(telling: AnyTelling, type: string): boolean {
  const told = telling[type];
  return told !== undefined && typeof told !== 'function';
}

/** A line for each event, without what is ours alone: who else acted, and the ids and hashes of commands. */
async function* asLines(pages: AsyncIterable<readonly RecordedEvent[]>): AsyncIterable<string> {
  for await (const page of pages) {
    for (const { stream, type, version, data, meta } of page) {
      yield `${JSON.stringify({ at: meta.at, campus: meta.campus, stream, type, version, data })}\n`;
    }
  }
}

/** @param named gets the paths of the pictures on the way */
async function* pageOf(
  pages: AsyncIterable<readonly RecordedEvent[]>,
  { telling, pictures }: ArchiveParts,
  named: Set<string>,
  at: Date,
): AsyncIterable<string> {
  yield pageStart(at);
  for await (const page of pages) {
    for (const event of page) {
      const shown = picturesOf(event, pictures);
      for (const path of shown) named.add(path);
      const tell = telling[event.type] as ((event: RecordedEvent) => Parameters<typeof toldAsHtml>[1]) | undefined;
      if (tell !== undefined) yield toldAsHtml(event.meta.at, tell(event), shown);
    }
  }
  yield pageEnd;
}

/** Paths of the pictures that an event names, as the media store has them. */
function picturesOf(event: RecordedEvent, pictures: readonly Pictures[]): readonly string[] {
  return pictures.flatMap(({ kind, category, namedAfter }) => {
    if (!event.stream.startsWith(`${category}-`)) return [];
    const id = event.stream.slice(category.length + 1);
    return (namedAfter(typedEvent(event)) ?? []).map((name) => `${kind}/${id}/${name}`);
  });
}

/** Profile, account, settings and signed-in browsers, as they are now. */
async function accountOf(userId: string, { readStore, sessions }: ArchiveParts): Promise<object> {
  const found = await readStore.get(OWN_DOCUMENTS.map((collection) => ({ collection, key: userId })));
  const listed = await sessions.listOf(userId);
  return {
    ...Object.fromEntries(found.map(({ collection, doc }) => [collection, doc])),
    sessions: listed.map(({ device, createdAt, rotatedAt }) => ({ device, begunAt: createdAt, usedAt: rotatedAt })),
  };
}
