import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { Moment, Part } from './plan.ts';

/** An operation that a person is about to start, complete enough to derive its consequences. */
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

/** The outcome that a person received. `given up`: no answer came, and no retry followed; `taken back`: it was never sent. */
export type Answer =
  | { readonly outcome: 'acknowledged'; readonly position: string | null }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'given up' }
  | { readonly outcome: 'taken back' };

/** A line of the journal. `id` brings an intent and its answer together. */
export type JournalLine =
  | { readonly kind: 'intent'; readonly id: string; readonly at: string; readonly intent: Intent }
  | { readonly kind: 'answer'; readonly id: string; readonly at: string; readonly answer: Answer }
  | { readonly kind: 'killed'; readonly at: string; readonly moment: Moment | Part };

type NewLine = JournalLine extends infer Line ? (Line extends JournalLine ? Omit<Line, 'at'> : never) : never;

/** Intents and answers, on disk before anything follows from them. */
export interface Journal {
  readonly file: string;
  /** Lines after the end of the round are dropped. */
  write(line: NewLine): void;
  /** Everything that was written, oldest first. */
  lines(): readonly JournalLine[];
  /** Intents without an answer yet. */
  unanswered(): readonly Intent[];
  /** Resolves at the next answer of this kind. */
  nextAnswer(isMeant: (intent: Intent, answer: Answer) => boolean): Promise<void>;
  /** Resolves when that many more answers of any kind have come. */
  nextAnswers(count: number): Promise<void>;
  close(): void;
}

/** Opens a new journal. A line is on disk when `write` returns. */
export function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'a');
  const lines: JournalLine[] = [];
  const unanswered = new Map<string, Intent>();
  const listeners = new Set<(intent: Intent, answer: Answer) => void>();
  let isOpen = true;

  function follow(line: JournalLine): void {
    if (line.kind === 'intent') unanswered.set(line.id, line.intent);
    if (line.kind !== 'answer') return;
    const intent = unanswered.get(line.id);
    unanswered.delete(line.id);
    if (intent !== undefined) for (const listener of listeners) listener(intent, line.answer);
  }

  function nextAnswer(isMeant: (intent: Intent, answer: Answer) => boolean): Promise<void> {
    return new Promise((resolve) => {
      listeners.add(function listen(intent, answer) {
        if (!isMeant(intent, answer)) return;
        listeners.delete(listen);
        resolve();
      });
    });
  }

  return {
    file,
    write(newLine) {
      if (!isOpen) return;
      const line: JournalLine = { ...newLine, at: new Date().toISOString() };
      writeSync(descriptor, `${JSON.stringify(line)}\n`);
      fsyncSync(descriptor);
      lines.push(line);
      follow(line);
    },
    lines: () => lines,
    unanswered: () => [...unanswered.values()],
    nextAnswer,
    nextAnswers(count) {
      let left = count;
      return nextAnswer(() => {
        left -= 1;
        return left <= 0;
      });
    },
    close() {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}
