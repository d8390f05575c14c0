import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';

const request = {
  userId: idSchema,
  /** Number of the receipt: the person has it from the request on. */
  receipt: idSchema,
};

/** The events of a deletion's stream (`deletion-<userId>`). */
export const deletionEvents = {
  /** From here on the person is hidden and can do nothing but keep the account. */
  DeletionRequested: defineEvent({
    type: 'DeletionRequested',
    schema: z.strictObject({
      ...request,
      /** ISO instant from which on the person is erased. */
      dueAt: z.iso.datetime(),
    }),
  }),
  /** The person keeps the account. */
  DeletionCancelled: defineEvent({ type: 'DeletionCancelled', schema: z.strictObject(request) }),
  /** The grace is over: nothing can be undone any more, and the deletion reactor removes and erases. */
  DeletionBegun: defineEvent({ type: 'DeletionBegun', schema: z.strictObject(request) }),
};

export type DeletionEvent = EventOf<typeof deletionEvents>;
