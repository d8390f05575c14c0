/** How a verb talks: what it prints is its result, what it tells is about its work. */
export interface Io {
  /** A line of the result, on standard output. */
  print(line: string): void;
  /** A line about the work, on standard error. */
  report(line: string): void;
  /** Asks for a yes; `false` where nobody can answer. */
  confirm(question: string): Promise<boolean>;
  /** Aborted when the person has had enough (Ctrl+C): endless verbs end well. */
  readonly stop: AbortSignal;
}
