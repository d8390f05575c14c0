import type { Actor } from '#domain/kernel/actor.ts';
import type { Command, CommandDefinition, StreamFact } from '#domain/kernel/command.ts';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import type { OutboxEntry, PendingUpload } from './entry.ts';
import { nextOrder } from './queue.ts';

/** Parts of a new entry. */
export interface NewEntryOptions {
  readonly id: string;
  readonly definition: CommandDefinition;
  readonly data: OutboxEntry['data'];
  readonly user: { readonly userId: string; readonly campus: string };
  readonly after: readonly string[];
  readonly uploads: readonly PendingUpload[];
  readonly entries: readonly OutboxEntry[];
  readonly now: number;
  /** Milliseconds for which it can be taken back before it is sent; 0: it is sent at once. */
  readonly undoableMs: number;
  /** See `OutboxEntry.isUnasked`. */
  readonly isUnasked: boolean;
}

/** Name of a stream, as an entry's `target` and `facts` hold it. */
export const streamOf = ({ category, id }: StreamFact) => `${category}-${id}`;

/** An entry for a command: its target and facts follow from the command's declaration. */
export function newEntry(options: NewEntryOptions): OutboxEntry {
  const { id, definition, data, user, after, uploads, entries, now, undoableMs, isUnasked } = options;
  const actor: Actor = { kind: 'user', userId: user.userId };
  const commandId = effectiveCommandId(user.userId, id);
  const command: Command<string, never> = { id: commandId, type: definition.type, data: data as never };
  const facts = Object.values(definition.facts(command, actor)).map(streamOf);
  const lane = definition.inOrderWith(command);
  return {
    id,
    commandId,
    actor: user.userId,
    campus: user.campus,
    type: definition.type,
    version: definition.version,
    data,
    target: streamOf({ category: definition.category, id: definition.target(command, actor) }),
    facts,
    ...(lane === null ? {} : { lane }),
    after,
    uploads,
    order: nextOrder(entries, now),
    consentedAt: now,
    status: 'queued',
    refusal: null,
    attempts: 0,
    ...(undoableMs > 0 ? { sendAt: now + undoableMs } : {}),
    ...(isUnasked ? { isUnasked } : {}),
  };
}
