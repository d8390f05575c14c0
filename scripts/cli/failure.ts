/** Exit codes of commands; every verb's help lists them. */
export const EXIT = {
  ok: 0,
  /** The verb did its work and found something: a difference, a parked document. */
  finding: 1,
  /** Wrong usage. */
  usage: 2,
  /** It could not do its work now: no data folder, a folder in use, a server that does not answer. */
  unavailable: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the verb with a message for its user. */
export class CliFailure extends Error {
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = EXIT.unavailable) {
    super(message);
    this.name = 'CliFailure';
    this.exitCode = exitCode;
  }
}
