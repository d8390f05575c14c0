import type { Actor } from '#domain/kernel/actor.ts';
import type { Command, CommandDefinitions, CommandOf, FurtherFacts } from '#domain/kernel/command.ts';
import type { Media } from '#domain/kernel/media.ts';
import type { AnyDecider } from '#domain/kernel/noun.ts';
import type { HeldDocuments, Predict, PredictContext } from './predict.ts';

/** The state of a stream as far as the held documents show it; else the decider's initial state. */
export type StateOf = (id: string, documents: HeldDocuments) => unknown;

/** Decisions that are predicted do not depend on the time. */
const NO_TIME = '1970-01-01T00:00:00.000Z';

/**
 * Predicts a noun's commands by the rules that will decide them: the decider runs in the browser, on states derived
 * from the held documents. A command that it would refuse, or cannot decide without more documents, is not predicted.
 *
 * @param noun its manifest in the domain
 * @param states derives the state of each kind of stream that the predicted decisions read, by category
 * @returns makes the prediction of one command; `filesOf` names its files, which count as uploaded because that comes
 *   first (decisions D15)
 */
export function predictByDeciding<Commands extends CommandDefinitions>(
  { commands, decider }: { readonly commands: Commands; readonly decider: AnyDecider | null },
  states: Readonly<Record<string, StateOf>>,
) {
  return <Type extends keyof Commands & string>(
    type: Type,
    filesOf: (data: CommandOf<Commands[Type]>['data']) => readonly Media[] = () => [],
  ): Predict<Command> => {
    const definition = commands[type];
    if (definition === undefined || decider === null) throw new Error(`There is no command ${type}.`);

    return (command, documents, { userId, campus }: PredictContext) => {
      const actor: Actor = { kind: 'user', userId };
      const stateOf = (category: string, id: string) => {
        const state = states[category];
        if (state === undefined) throw new Error(`No state of ${category}-… is read off documents for ${type}.`);
        return state(id, documents);
      };
      const input = command as Parameters<typeof definition.facts>[0];
      const statesOf = (facts: FurtherFacts) =>
        Object.fromEntries(
          Object.entries(facts).map(([name, fact]) => [name, fact === null ? null : stateOf(fact.category, fact.id)]),
        );
      const streams = statesOf(definition.facts(input, actor));
      const data = command.data as CommandOf<Commands[Type]>['data'];
      const uploads = Object.fromEntries(filesOf(data).map((file) => [file.name, file]));
      const decision = decider.decide(stateOf(definition.category, definition.target(input, actor)), command, {
        now: NO_TIME,
        actor,
        campus,
        // Only the server has the key.
        hash: () => '',
        facts: { ...streams, ...statesOf(definition.further(streams)), uploads, claimed: {} },
      });
      return decision.ok ? decision.events : [];
    };
  };
}
