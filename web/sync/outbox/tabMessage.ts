import * as z from 'zod/mini';
import { markSchema } from '#projections/sync/protocol.ts';

/**
 * An entry ended, with its position in the log; `null` where the position is not known or the command changed nothing.
 */
const acknowledged = z.object({ kind: z.literal('acknowledged'), id: z.string(), mark: z.nullable(markSchema) });
/** An entry was discarded. */
const discarded = z.object({ kind: z.literal('discarded'), id: z.string() });
/** A discarded entry is given again under its id, with other content. */
const revised = z.object({ kind: z.literal('revised'), id: z.string() });
/** The stored entries changed. */
const changed = z.object({ kind: z.literal('changed') });

const tabMessageSchema = z.union([acknowledged, discarded, revised, changed]);

/** Messages about the outbox between the tabs of one browser. */
export type TabMessage = z.infer<typeof tabMessageSchema>;

const ENDED = z.object({ kind: z.literal('acknowledged'), id: z.string() });

/**
 * Parses another tab's message. The tab may run another release: unknown fields are ignored, an acknowledgement without
 * a readable mark has an unknown position, and an unknown message makes this tab read the storage.
 */
export function readTabMessage(said: unknown): TabMessage {
  const message = tabMessageSchema.safeParse(said);
  if (message.success) return message.data;
  const ended = ENDED.safeParse(said);
  return ended.success ? { ...ended.data, mark: null } : { kind: 'changed' };
}
