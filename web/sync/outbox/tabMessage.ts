import * as z from 'zod/mini';
import { markSchema } from '#projections/sync/protocol.ts';

/** An entry ended: with its place in the log, `null` where it is not known or there was nothing to do. */
const acknowledged = z.object({ kind: z.literal('acknowledged'), id: z.string(), mark: z.nullable(markSchema) });
/** An entry was taken out unsent. */
const discarded = z.object({ kind: z.literal('discarded'), id: z.string() });
/** What is stored has changed. */
const changed = z.object({ kind: z.literal('changed') });

const tabMessageSchema = z.union([acknowledged, discarded, changed]);

/** What tabs of one browser tell each other about the outbox. */
export type TabMessage = z.infer<typeof tabMessageSchema>;

const ENDED = z.object({ kind: z.literal('acknowledged'), id: z.string() });

/**
 * What another tab has said. It may be of another release: fields that are not known here are read past, an
 * acknowledgement without a mark that can be read is one of unknown place, and anything else makes this tab look.
 */
export function readTabMessage(said: unknown): TabMessage {
  const message = tabMessageSchema.safeParse(said);
  if (message.success) return message.data;
  const ended = ENDED.safeParse(said);
  return ended.success ? { ...ended.data, mark: null } : { kind: 'changed' };
}
