import type { CommandDefinition } from '#domain/kernel/command.ts';
import type { PendingCommand } from '../outbox/entry.ts';
import type { Documents } from './documents.ts';
import type { Overlay } from './overlay.ts';

/** The product's rules as the sync needs them: declarations of commands, and their predictions. */
export interface Rules {
  readonly commands: Readonly<Record<string, CommandDefinition>>;
  /** The effect of pending commands on the held documents (`documents/overlay.ts`). */
  predict(pending: readonly PendingCommand[], base: Documents): Overlay;
}

/** The rules of a page. They grow with every noun and no first view needs them, so they come after it. */
export interface RulesSource {
  /** `null`: not loaded yet. */
  now(): Rules | null;
  /** Loads them at once, whatever else is on its way; never rejects. */
  load(): Promise<Rules>;
}

/** Rules that need no loading. */
export function rulesAtHand(rules: Rules): RulesSource {
  return { now: () => rules, load: async () => rules };
}

/**
 * Rules that load once: when a command needs them, or `after` that.
 *
 * @param load never rejects: it retries until it succeeds
 */
export function rulesLater(load: () => Promise<Rules>, after: Promise<void>): RulesSource {
  let rules: Rules | null = null;
  let loading: Promise<Rules> | null = null;
  const once = () => {
    loading ??= load().then((loaded) => {
      rules = loaded;
      return loaded;
    });
    return loading;
  };
  void after.then(once);
  return { now: () => rules, load: once };
}
