import type { Actor, Command } from '#domain/kernel/decider.ts';
import type { Media } from '#domain/kernel/media.ts';
import { aggregateOf, commandDefinitions } from '#domain/registry.ts';
import type { HeldDocuments, Predict, PredictContext } from './predict.ts';

/** The state of a stream as far as the held documents tell it; the decider's initial state where they tell nothing. */
export type StateOf = (id: string, documents: HeldDocuments) => unknown;

/** States from documents, for the kinds of streams that a command's decision looks at. */
export type StatesOf = Readonly<Partial<Record<string, StateOf>>>;

/** Decisions that are predicted do not depend on the time. */
const NO_TIME = '1970-01-01T00:00:00.000Z';

/**
 * Predicts a command by the very rule that will decide it: the decider runs in the browser, on states read off the
 * documents at hand. What it would refuse, or could not decide for want of documents, is not predicted.
 *
 * @param filesOf the files that a command brings: they count as uploaded, since that comes first (decisions D15)
 */
export function predictByDeciding<Data>(
  type: string,
  states: StatesOf,
  filesOf: (data: Data) => readonly Media[] = () => [],
): Predict<Command> {
  const definition = commandDefinitions[type];
  if (definition === undefined) throw new Error(`There is no command ${type}.`);
  const { decider } = aggregateOf(definition.category);

  return (command, documents, { userId, campus }: PredictContext) => {
    const actor: Actor = { kind: 'user', userId };
    const stateOf = (category: string, id: string) =>
      states[category]?.(id, documents) ?? aggregateOf(category).decider.initial;
    const input = command as Parameters<typeof definition.facts>[0];
    const streams = Object.entries(definition.facts(input, actor)).map(([name, { category, id }]) => [
      name,
      stateOf(category, id),
    ]);
    const uploads = Object.fromEntries(filesOf(command.data as Data).map((file) => [file.name, file]));
    const decision = decider.decide(stateOf(definition.category, definition.target(input, actor)), command, {
      now: NO_TIME,
      actor,
      campus,
      facts: { ...Object.fromEntries(streams), uploads, claimed: {} },
    });
    return decision.ok ? decision.events : [];
  };
}
