import type { CommandOutcomes } from '../write/commandOutcomes.ts';
import { createEmptyOutcomes } from './emptyOutcomes.ts';
import { createUncertainCommands } from './uncertainCommands.ts';

/**
 * Outcomes in the memory of the only process that decides commands, where a stream's lock ensures one try of a command
 * at a time.
 *
 * @param uptime milliseconds since some fixed moment; never goes back
 */
export function soleWriterOutcomes(appendsMayLandLate: boolean, uptime: () => number): CommandOutcomes {
  const empty = createEmptyOutcomes();
  const uncertain = createUncertainCommands(appendsMayLandLate, uptime);
  return {
    open: (meta) => ({
      begin: async () => empty.known(meta),
      mayLand: async () => uncertain.mayLand(meta.commandId),
      fenced: async () => uncertain.fenced(meta.commandId),
      uncertain: async () => uncertain.note(meta.commandId),
      async settle(outcome) {
        empty.note(meta, outcome);
        return outcome;
      },
      accepted: () => undefined,
      abandon: async () => undefined,
    }),
  };
}
