import { derivedId, effectiveCommandId, newId } from '#domain/kernel/ids.ts';

/** Ids of the demo campus: the same for the same seed, so that a story told twice happens once. */
export interface DemoIds {
  /** The sender's own id of a command. */
  command(key: string): string;
  /** Id of a person by the person's key. */
  user(person: string): string;
  /** Id of the post or comment that a person wrote by the command of this key. */
  written(by: string, key: string): string;
}

/** Makes the ids of a seed. */
export function createDemoIds(seed: number): DemoIds {
  const command = (key: string) => derivedId('demo', String(seed), key);
  const user = (person: string) => newId(effectiveCommandId('visitor', command(`join:${person}`)), 0);
  return { command, user, written: (by, key) => newId(effectiveCommandId(user(by), command(key)), 0) };
}
