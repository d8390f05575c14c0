import type { AnyArchiveEntries } from './entries.ts';

/** The text that comes first in an archive: what is in it, and what is not. */
export function readMe(entries: AnyArchiveEntries, at: Date): string {
  const withheld = new Set(
    Object.values(entries).flatMap((entry) => (typeof entry === 'function' ? [] : [entry.withheld])),
  );
  return [
    'This is everything that Quad keeps about you.',
    `It was made on ${at.toUTCString()}.`,
    '',
    'index.html     Everything that you did, to be read in a browser. It works without a network.',
    'account.json   Your record, profile, account and settings as they are now, and the signed-in browsers.',
    'events.jsonl   All events with your data, one a line, as our log has them. Texts that you have',
    '               changed or deleted are among them: they stay until your account is deleted.',
    'media/         Your pictures, as we keep them.',
    '',
    'What is not in it:',
    '- Your password: we keep nothing from which it could be read.',
    '- Names and texts of other people.',
    '- What other people did, such as reports about you, and who they are.',
    ...[...withheld].map((reason) => `- ${reason}`),
    '',
    'Keep this file in a safe place: anybody who has it can read all of it.',
    '',
  ].join('\r\n');
}
