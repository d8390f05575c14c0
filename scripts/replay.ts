import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { applyEvent, type ParkedDocuments } from '#projections/engine/applyEvent.ts';
import { START } from '#projections/engine/eventLog.ts';
import type { AnyCollection, Versioned } from '#projections/kernel/collection.ts';
import { createDocumentSet, type DocumentSet } from '#projections/kernel/documentSet.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import { projections } from '#projections/registry.ts';
import type { TypedPositions } from '#server/roles/stores.ts';
import { HIDDEN, type ReadEvent, readEvents, withoutPersonal } from './cli/events.ts';
import { CliFailure, EXIT } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { openPlainLog, openSealedLog, requireDataFolder } from './cli/openLog.ts';
import { dataOption, oneOf, position, speed } from './cli/options.ts';
import { formatEvent } from './log/format.ts';

/** Span, target and speed of a replay. */
export interface ReplayOptions {
  readonly data: string;
  /** First and last position as they were typed, both included. */
  readonly from?: string;
  readonly to?: string;
  /** Speed relative to the original. */
  readonly speed: number;
  readonly projection?: string;
  readonly documents?: true;
  readonly json?: true;
  readonly personal?: true;
}

/** Waits for milliseconds, or until the signal. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

const realPause: Pause = async (ms, signal) => {
  // Rejects only when aborted, which ends the pause.
  await pause(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
};

/** The events of a span, with the original pauses between them, divided by the speed. */
export async function* paced<E extends ReadEvent>(
  events: AsyncIterable<E>,
  { from, to, speed: factor }: Pick<ReplayOptions, 'from' | 'to' | 'speed'>,
  stop: AbortSignal,
  wait: Pause,
): AsyncGenerator<E> {
  let before: number | null = null;
  for await (const event of events) {
    if (stop.aborted || (to !== undefined && event.position > to)) return;
    if (from !== undefined && event.position < from) continue;
    const at = Date.parse(event.meta.at);
    const ms = before === null ? 0 : Math.max(0, at - before) / factor;
    if (ms > 0) await wait(ms, stop);
    if (stop.aborted) return;
    before = at;
    yield event;
  }
}

/** The span in the log's own positions. @throws CliFailure one is none, or they are the wrong way round */
function spanOf({ from, to }: ReplayOptions, positions: TypedPositions): Pick<ReplayOptions, 'from' | 'to'> {
  const read = (text: string): string => {
    const position = positions.read(text);
    if (position === null) throw new CliFailure(`${text} is not a position in the log.`, EXIT.usage);
    return position;
  };
  const span = { ...(from !== undefined && { from: read(from) }), ...(to !== undefined && { to: read(to) }) };
  if (span.from !== undefined && span.to !== undefined && span.from > span.to) {
    throw new CliFailure(`--from ${from} is after --to ${to}.`, EXIT.usage);
  }
  return span;
}

/** Replays a span of the log, to standard output or through a projection into memory; nothing stored changes. */
export async function runReplay(asked: ReplayOptions, io: Io, wait: Pause = realPause): Promise<void> {
  const { positions } = requireDataFolder(asked.data);
  const span = spanOf(asked, positions);
  const after = span.from === undefined ? START : positions.before(span.from);
  const options: Replay = { ...asked, ...span, after };
  if (options.projection === undefined) return replayEvents(options, io, wait);
  return replayProjection(options, options.projection, io, wait);
}

/** A replay of a span that the log knows, read from the position `after` on. */
type Replay = ReplayOptions & { readonly after: string };

async function replayEvents(options: Replay, io: Io, wait: Pause): Promise<void> {
  const plain = options.personal === true;
  const { log, close } = plain ? await openPlainLog(options.data) : await openSealedLog(options.data);
  try {
    for await (const event of paced(readEvents(log, options.after), options, io.stop, wait)) {
      const shown = plain ? event : { ...event, data: withoutPersonal(event) };
      io.print(formatEvent(shown, options.json === true ? 'json' : 'text'));
    }
  } finally {
    await close();
  }
}

async function replayProjection(options: Replay, name: string, io: Io, wait: Pause): Promise<void> {
  const table = compileFolds(
    projections.filter((projection) => projection.name === name),
    eventDefinitions,
  );
  const documents = createDocumentSet(table.collections.values());
  const parked: ParkedDocuments = new Map();
  let events = 0;

  const { log, close } = await openPlainLog(options.data);
  try {
    for await (const event of paced(readEvents(log, options.after), options, io.stop, wait)) {
      applyEvent(table, event as RecordedEvent, documents, parked);
      events += 1;
    }
  } finally {
    await close();
  }

  const collections = [...table.collections.values()];
  if (options.documents === true) printDocuments(collections, documents, options.personal === true, io);
  else printCounts(collections, documents, options.json === true, io);
  io.report(`${events} events through ${name}${parked.size === 0 ? '' : `, ${parked.size} documents parked`}`);
}

function printDocuments(collections: readonly AnyCollection[], documents: DocumentSet, plain: boolean, io: Io): void {
  for (const collection of collections) {
    for (const document of documents.all(collection.name)) {
      io.print(JSON.stringify(plain ? document : hidePersonal(collection, document)));
    }
  }
}

function hidePersonal({ personal }: AnyCollection, document: Versioned): Versioned {
  if (document.doc === null) return document;
  const fields = Object.entries(document.doc as Readonly<Record<string, unknown>>);
  const doc = fields.map(([key, value]) => [key, personal.includes(key) && value !== null ? HIDDEN : value]);
  return { ...document, doc: Object.fromEntries(doc) };
}

function printCounts(collections: readonly AnyCollection[], documents: DocumentSet, json: boolean, io: Io): void {
  for (const { name } of collections) {
    const all = [...documents.all(name)];
    const gone = all.filter(({ doc }) => doc === null).length;
    const counts = { collection: name, standing: all.length - gone, gone };
    io.print(
      json
        ? JSON.stringify(counts)
        : `${name.padEnd(18)} ${String(counts.standing).padStart(8)} standing, ${gone} gone`,
    );
  }
}

/** `quad replay`. */
export function replayVerb(io: Io): Command {
  const names = projections.map(({ name }) => name);
  return new Command('replay')
    .description('replay the log, or a span of it, to standard output or through a projection into memory')
    .addOption(dataOption())
    .option('--from <position>', 'first position', position)
    .option('--to <position>', 'last position', position)
    .option('--speed <speed>', 'by the times of the events: 1x, 10x, …, or max', speed, Number.POSITIVE_INFINITY)
    .option('--projection <name>', `fold into memory: ${names.join(', ')}`, oneOf('projection', names))
    .option('--documents', 'print the documents that the projection makes, not their number')
    .option('--json', 'one JSON object a line')
    .option('--personal', 'show personal data in plain')
    .action((options: ReplayOptions) => runReplay(options, io));
}
