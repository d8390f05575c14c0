import { type Actor, actorId } from '#domain/kernel/actor.ts';
import type { Command, CommandDefinition, FurtherFacts } from '#domain/kernel/command.ts';
import type { Media } from '#domain/kernel/media.ts';
import type { MediaStore } from '../ports/media.ts';
import { type StreamStates, streamName } from './streamStates.ts';

/** Facts of a decision, as plain objects under the names that the command declares. */
export type Facts = Readonly<Record<string, unknown>>;

/**
 * Gathers the facts of a command in parallel: states of other streams, each as of its head, then of those that these name, and those uploads named in
 * it that the actor has uploaded.
 */
export async function gatherFacts(
  definition: CommandDefinition,
  command: Command<string, never>,
  actor: Actor,
  sources: { readonly states: StreamStates; readonly media: Pick<MediaStore, 'describe'> },
): Promise<Facts> {
  const [states, uploads] = await Promise.all([
    statesOf(definition.facts(command, actor), sources.states),
    ownUploads(definition, command, actor, sources.media),
  ]);
  return { ...states, ...(await statesOf(definition.further(states), sources.states)), uploads };
}

/** The states of streams, by the names of the facts. */
async function statesOf(facts: FurtherFacts, states: StreamStates): Promise<Facts> {
  const read = Object.entries(facts).map(async ([name, fact]) => {
    if (fact === null) return [name, null] as const;
    const { value } = await states.current(streamName(fact.category, fact.id));
    return [name, value.state] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

async function ownUploads(
  definition: CommandDefinition,
  command: Command<string, never>,
  actor: Actor,
  media: Pick<MediaStore, 'describe'>,
): Promise<Readonly<Record<string, Media>>> {
  const files = definition.files(command, actor);
  if (files === null || files.names.length === 0) return {};
  const uploads = await media.describe(files.folder, files.names);
  const owner = actorId(actor);
  return Object.fromEntries(
    [...uploads].filter(([, upload]) => upload.owner === owner).map(([name, upload]) => [name, upload.media]),
  );
}
