import * as z from 'zod/mini';
import { messageAccess } from '#domain/message/access.ts';
import type { Chat } from '../chat/collections.ts';
import { defineSignal } from '../kernel/signal.ts';

/** Milliseconds between two words that somebody writes. */
const WRITES_EVERY_MS = 3_000;
/** Milliseconds after which nobody believes the last of them: one may be lost, and the way is slow. */
const WRITES_HOLDS_MS = 7_000;

/**
 * The other one is writing, or is not any more. It is for those who read the same conversation, from somebody who may write
 * in it.
 */
export const writes = defineSignal({
  name: 'writes',
  topic: 'messages',
  schema: z.strictObject({ isWriting: z.boolean() }),
  maySend(reader, gate) {
    // The gate of messages is their conversation.
    const chat = gate as Chat | null | undefined;
    return chat != null && !chat.closed && messageAccess.mayDo.SendMessage(reader, chat) === null;
  },
  everyMs: WRITES_EVERY_MS,
  holdsMs: WRITES_HOLDS_MS,
});
