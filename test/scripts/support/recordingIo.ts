import type { Io } from '#scripts/cli/io.ts';

/** Talk of a verb, kept. */
export interface RecordingIo extends Io {
  readonly printed: string[];
  readonly reported: string[];
  /** Resolves when that many lines are printed. */
  whenPrinted(lines: number): Promise<void>;
  /** As Ctrl+C does. */
  end(): void;
}

export function recordingIo({ answer = false }: { readonly answer?: boolean } = {}): RecordingIo {
  const printed: string[] = [];
  const reported: string[] = [];
  const stop = new AbortController();
  const waiting: { readonly lines: number; readonly resolve: () => void }[] = [];
  return {
    printed,
    reported,
    print(line) {
      printed.push(line);
      for (const { lines, resolve } of waiting) if (printed.length >= lines) resolve();
    },
    report: (line) => void reported.push(line),
    confirm: async () => answer,
    stop: stop.signal,
    end: () => stop.abort(),
    whenPrinted: (lines) =>
      new Promise((resolve) => {
        if (printed.length >= lines) resolve();
        else waiting.push({ lines, resolve });
      }),
  };
}
