import { LATE_APPEND_MS } from '../write/commandOutcomes.ts';

/** Commands whose append ended without an answer that one process remembers. */
const UNCERTAIN_MAX_COMMANDS = 10_000;

/** Which commands may still have an append under way (only on a store whose appends may land late). */
export interface UncertainCommands {
  /** The append of this command ended without an answer. */
  note(commandId: string): void;
  /** A fence is appended: no append of this command that was under way can land any more. */
  fenced(commandId: string): void;
  /** Whether a refusal of this command has to be fenced to stay true. */
  mayLand(commandId: string): boolean;
}

/**
 * Remembers uncertain appends. In the first minute of a process any command may have an append of the process before
 * under way. Later a refusal is fenced only for a noted command, so that refused commands cannot fill a stream.
 *
 * @param uptime milliseconds since some fixed moment; nobody can set it forward or back as a wall clock
 */
export function createUncertainCommands(appendsMayLandLate: boolean, uptime: () => number): UncertainCommands {
  const startedAt = uptime();
  const commands = new Set<string>();
  const fenced = new Set<string>();
  return {
    note(commandId) {
      if (!appendsMayLandLate) return;
      fenced.delete(commandId);
      remember(commands, commandId);
    },
    fenced(commandId) {
      commands.delete(commandId);
      remember(fenced, commandId);
    },
    mayLand: (commandId) =>
      appendsMayLandLate &&
      !fenced.has(commandId) &&
      (commands.has(commandId) || uptime() - startedAt < LATE_APPEND_MS),
  };
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  const oldest = ids.values().next();
  if (ids.size > UNCERTAIN_MAX_COMMANDS && !oldest.done) ids.delete(oldest.value);
}
