import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What somebody is about to do. Everything that follows from it can be told from these words alone. */
export type Intent =
  | { readonly do: 'register'; readonly userId: string; readonly email: string; readonly name: string }
  | { readonly do: 'verify'; readonly userId: string }
  | {
      readonly do: 'command';
      readonly userId: string;
      /** The client's own id of the command. */
      readonly clientId: string;
      readonly type: string;
      readonly data: Readonly<Record<string, unknown>>;
      /** Code of the refusal that a deliberate mistake is to get; `null`: none. */
      readonly mistake: string | null;
    }
  | { readonly do: 'upload'; readonly userId: string; readonly folder: string }
  | { readonly do: 'erase'; readonly userId: string }
  | { readonly do: 'rebuild' };

/** What somebody was told. `given up`: no answer came, and nobody asked again. */
export type Answer =
  | { readonly outcome: 'acknowledged'; readonly position: string | null }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'given up' };

/** A line of the journal. `id` brings an intent and its answer together. */
export type JournalLine =
  | { readonly kind: 'intent'; readonly id: string; readonly at: string; readonly intent: Intent }
  | { readonly kind: 'answer'; readonly id: string; readonly at: string; readonly answer: Answer }
  | { readonly kind: 'started' | 'killed'; readonly at: string };

type NewLine = JournalLine extends infer Line ? (Line extends JournalLine ? Omit<Line, 'at'> : never) : never;

/** What was meant and what was told, on disk before anything follows from it. */
export interface Journal {
  write(line: NewLine): void;
  close(): void;
}

/** Opens a journal at its end. A line is on disk when `write` returns. */
export function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'a');
  return {
    write(line) {
      writeSync(descriptor, `${JSON.stringify({ ...line, at: new Date().toISOString() })}\n`);
      fsyncSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

/** All lines of a journal, oldest first. */
export function readJournal(file: string): readonly JournalLine[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalLine);
}
