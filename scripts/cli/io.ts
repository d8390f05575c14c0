/** Input and output of a verb: `print` writes its result, `report` writes about its work. */
export interface Io {
  /** A line of the result, on standard output. */
  print(line: string): void;
  /** A line about the work, on standard error. */
  report(line: string): void;
  /** Asks for a yes; `false` without a terminal. */
  confirm(question: string): Promise<boolean>;
  /** Aborted by Ctrl+C, so that endless verbs end cleanly. */
  readonly stop: AbortSignal;
}
