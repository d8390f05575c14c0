import { randomUUID } from 'node:crypto';
import { DEFAULT_CAMPUS } from '#domain/campus/face.ts';
import { dueMails } from '#projections/message/collections.ts';
import { forEachOf } from '../kernel/sweeper.ts';
import { dueDocuments } from '../reactors/dueDocuments.ts';
import type { CreateDeadline } from '../reactors/reactorParts.ts';

/** Milliseconds between two looks for mails that are due. */
const LOOK_EVERY_MS = 30_000;

/**
 * Lets the mails about unread messages go that are due (D51). The command decides again, by the stream of the message: seen or
 * mailed meanwhile, nothing goes; so a look that runs twice, or is killed in its middle, mails once.
 */
export const messageMailDeadline: CreateDeadline = ({ readStore, dispatcher }) => ({
  name: 'message-mails',
  everyMs: LOOK_EVERY_MS,
  look: (now) =>
    forEachOf(
      dueDocuments(readStore, dueMails, { query: 'byStatus', values: ['due'], before: now.toISOString() }),
      'mails about messages',
      ({ doc: { message: messageId } }) =>
        dispatcher.dispatch(
          { id: randomUUID(), type: 'MailMessage', version: 1, data: { messageId } },
          { actor: { kind: 'system', name: 'deadline:message-mails' }, campus: DEFAULT_CAMPUS, origin: 'server' },
        ),
    ),
});
