import { LATE_APPEND_MS } from '../write/commandOutcomes.ts';

/** Commands whose append ended without an answer that one process remembers. */
const UNCERTAIN_MAX_COMMANDS = 10_000;

/** Which commands may still have an append under way (only on a store whose appends may land late). */
export interface UncertainCommands {
  /** The append of this command ended without an answer. */
  note(commandId: string): void;
  /** A fence stands after every append of this command that may be under way: none of them can land. */
  fenced(commandId: string): void;
  /** Whether a refusal of this command has to be fenced to stay true. */
  mayLand(commandId: string): boolean;
}

/**
 * Remembers uncertain appends. In the first minute of a process every command may be one of the process before;
 * later a refusal is fenced only when it is needed, so that refused commands cannot fill somebody's stream.
 *
 * @param uptime milliseconds since some fixed moment; never goes back, and is not set forth as a wall clock may be
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
