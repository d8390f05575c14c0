import type { CommandDefinition } from './command.ts';
import type { Decider } from './decider.ts';
import type { EventDefinition } from './event.ts';
import type { RejectionTexts } from './rejection.ts';

/** Everything that the dispatcher needs of one noun; `domain/registry.ts` lists them all. */
export interface Aggregate {
  /** Streams are called `category-id`. */
  readonly category: 'user' | 'post' | 'save';
  readonly events: Readonly<Record<string, EventDefinition>>;
  readonly commands: Readonly<Record<string, CommandDefinition>>;
  // biome-ignore lint/suspicious/noExplicitAny: the registry erases the types that each noun's own files keep
  readonly decider: Decider<any, any, any, any>;
  /** Whether a stream in this state owns a unique value (see ClaimRequest). `value` is normalised. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly owns: (state: any, kind: string, value: string) => boolean;
  readonly texts: RejectionTexts;
}
