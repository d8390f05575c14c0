import { derivedId, effectiveCommandId, newId } from '#domain/kernel/ids.ts';

/** Ids of a story: the same for the same seed, so that a story played twice takes effect once. */
export interface StoryIds {
  /** The sender's own id of a command. */
  command(key: string): string;
  /** Id of a person by the person's key. */
  user(person: string): string;
  /** Id of the post or comment that a person wrote by the command of this key. */
  written(by: string, key: string): string;
}

/** Makes the ids of a story by its name and a seed. */
export function createStoryIds(name: string, seed: number): StoryIds {
  const command = (key: string) => derivedId('story', name, String(seed), key);
  const user = (person: string) => newId(effectiveCommandId('visitor', command(`join:${person}`)), 0);
  return { command, user, written: (by, key) => newId(effectiveCommandId(user(by), command(key)), 0) };
}
