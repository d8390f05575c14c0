/** Files of the log and of the vault with its keys. */
export interface LogFiles {
  readonly events: string;
  readonly vault: string;
}
