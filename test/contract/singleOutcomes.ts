import type { CommandContent, OutcomeChange, OutcomeVault, TryOfCommand } from '#server/ports/vault.ts';

/** The outcomes of a vault, whose changes are made one by one. */
export function singly(outcomes: OutcomeVault) {
  const make = async (change: OutcomeChange) => (await outcomes.change([change]))[0] ?? null;
  return {
    begin: (attempt: TryOfCommand, at: string) => make({ kind: 'begin', attempt, at }),
    settle: (attempt: TryOfCommand, outcome: string, at: string) => make({ kind: 'settle', attempt, outcome, at }),
    accept: (attempt: TryOfCommand) => make({ kind: 'accept', attempt }),
    abandon: (attempt: TryOfCommand) => make({ kind: 'abandon', attempt }),
    end: (of: CommandContent, tryIds: readonly string[]) => make({ kind: 'end', of, tryIds }),
    others: (attempt: TryOfCommand) => outcomes.others(attempt),
    sweep: (before: string) => outcomes.sweep(before),
  };
}
