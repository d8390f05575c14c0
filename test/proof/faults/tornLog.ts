import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEventLogReader } from '#server/engines/sqlite/log/reader.ts';
import { openEventLogWriter } from '#server/engines/sqlite/log/writer.ts';
import { encodeAppend } from '#server/log/encodeAppend.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { sampleEvents, sampleStream } from '../../contract/eventStoreSamples.ts';

/** Few enough that SQLite does not move the write-ahead log into the main file by itself. */
const GROUPS = 40;
const EVENTS_PER_APPEND = 3;
const ALL = 1_000;

/** A committed group: events in the log after it, and bytes of the write-ahead log that hold them. */
interface Committed {
  readonly events: number;
  readonly bytes: number;
}

/** An event log as a kill leaves it, to be torn again and again. */
export interface TornLog {
  /** The write-ahead log, whole. */
  readonly writeAheadLog: Buffer;
  /**
   * Opens the log with another write-ahead log, of which only the beginning is sound, and appends to it.
   *
   * @param soundBytes bytes from the beginning that are as they were written
   * @returns errors of the recovery; none when every wholly sound group is there, no group is there in part, and the
   *   log takes appends again
   */
  recover(writeAheadLog: Uint8Array, soundBytes: number): readonly string[];
}

const newAppend = () => encodeAppend(sampleStream(), NO_STREAM, sampleEvents(EVENTS_PER_APPEND));

/** Writes a log in a folder. */
export function makeTornLog(folder: string): TornLog {
  const file = join(folder, 'events.db');
  openEventLogWriter(file).close();
  const writer = openEventLogWriter(file);
  const groups: Committed[] = [{ events: 0, bytes: 0 }];
  for (let group = 1; group <= GROUPS; group += 1) {
    writer.append(Array.from({ length: 1 + (group % 3) }, newAppend));
    groups.push({ events: writer.head(), bytes: readFileSync(`${file}-wal`).length });
  }
  // The files after a kill: copied while the writer has them open.
  copyFileSync(file, join(folder, 'main'));
  const main = readFileSync(join(folder, 'main'));
  const writeAheadLog = readFileSync(`${file}-wal`);
  const ids = readIds(file);
  writer.close();

  return {
    writeAheadLog,
    recover(bytes, soundBytes) {
      const torn = join(folder, 'torn.db');
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${torn}${suffix}`, { force: true });
      writeFileSync(torn, main);
      writeFileSync(`${torn}-wal`, bytes);
      const sound = groups.findLast((group) => group.bytes <= soundBytes)?.events ?? 0;
      return problemsOf(torn, ids, groups, sound);
    },
  };
}

function problemsOf(
  file: string,
  ids: readonly string[],
  groups: readonly Committed[],
  sound: number,
): readonly string[] {
  const writer = openEventLogWriter(file);
  try {
    const problems: string[] = [];
    const before = readIds(file);
    if (before.length < sound) problems.push(`${sound} events were acknowledged and sound, ${before.length} are there`);
    if (!groups.some(({ events }) => events === before.length))
      problems.push(`${before.length} events are there, which is the middle of a group`);
    if (before.some((id, index) => id !== ids[index])) problems.push('the events are not those that were written');
    const [outcome] = writer.append([newAppend()]);
    const goesOn = outcome?.kind === 'appended' && outcome.position === before.length + EVENTS_PER_APPEND;
    if (!goesOn) problems.push(`it does not go on after ${before.length} events: ${JSON.stringify(outcome)}`);
    const after = readIds(file);
    if (before.some((id, index) => id !== after[index])) problems.push('appending has changed what was there');
    return problems;
  } finally {
    writer.close();
  }
}

function readIds(file: string): readonly string[] {
  const reader = openEventLogReader(file);
  try {
    return reader.readAll(0, ALL).map(([, id]) => id);
  } finally {
    reader.close();
  }
}
