import { effectiveCommandId } from '#domain/kernel/ids.ts';
import { type EventLog, START } from '#projections/engine/eventLog.ts';
import { createStoryIds } from './ids.ts';
import type { Story } from './story/story.ts';

/** How a log began: not yet, with this story (which may have been interrupted), or with something else. */
export type Beginning = 'none' | 'story' | 'other';

/**
 * Whether a story may be played on a log: its first event says how it began, since a story begins with somebody who joins,
 * by a command of a fixed id.
 *
 * @param seed of the story's ids; see `PlayOptions`
 */
export async function beginningOf(
  log: Pick<EventLog, 'readAll'>,
  { name, people }: Pick<Story, 'name' | 'people'>,
  seed = 1,
): Promise<Beginning> {
  const [first] = await log.readAll(START, 1);
  if (first === undefined) return 'none';
  const ids = createStoryIds(name, seed);
  const joins = people.map(({ key }) => effectiveCommandId('visitor', ids.command(`join:${key}`)));
  return joins.includes(first.meta.commandId) ? 'story' : 'other';
}
