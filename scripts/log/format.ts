import type { ReadEvent } from '../cli/events.ts';

/** `text` for people, `json` and `csv` for programs. */
export type Format = 'text' | 'json' | 'csv';

/** Characters of the longest event type that keeps the columns in line. */
const TYPE_WIDTH = 22;

const CSV_COLUMNS = ['position', 'at', 'type', 'version', 'stream', 'revision', 'campus', 'actor', 'commandId', 'data'];
export const CSV_HEADER = CSV_COLUMNS.join(',');

/** A value of a CSV line (RFC 4180). Escapes a value that a spreadsheet would take for a formula. */
function csvValue(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An event as one line. */
export function formatEvent(event: ReadEvent, format: Format): string {
  const { position, type, version, stream, revision, meta } = event;
  const data = JSON.stringify(event.data);
  switch (format) {
    case 'json':
      return JSON.stringify(event);
    case 'csv':
      return [position, meta.at, type, version, stream, revision, meta.campus, meta.actor, meta.commandId, data]
        .map(csvValue)
        .join(',');
    case 'text':
      return `${position}  ${meta.at}  ${type.padEnd(TYPE_WIDTH)} ${stream}@${revision}  by ${meta.actor}  ${data}`;
  }
}
