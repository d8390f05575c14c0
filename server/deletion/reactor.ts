import type { Campus } from '#domain/campus/face.ts';
import { campuses, DEFAULT_CAMPUS, findCampus } from '#domain/campus/face.ts';
import { deletionFact } from '#domain/deletion/decider.ts';
import { hoursInSeconds, secondsBetween } from '#domain/kernel/time.ts';
import { userFact } from '#domain/user/state.ts';
import type { Sessions } from '../identity/sessions.ts';
import { type Mail, MailRefused } from '../ports/mail.ts';
import { endDependents } from '../reactors/endDependents.ts';
import { createAnswer, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';
import { accountDeletedMail, type DeletionEnvelope, deletionRequestedMail } from './mails.ts';

/** Milliseconds for which a deletion waits for the read models; then the event is handed over again. */
const PROJECTED_WITHIN_MS = 30_000;
/** Hours for which a deletion waits for the mail server. After them it goes on without its last mail. */
export const MAIL_WITHIN_HOURS = 24;

/**
 * Carries a deletion out: at the request the person's sessions end and a mail says so; once it has begun, what the person
 * wrote is deleted, the receipt is mailed, and then the person is erased, in this order, because the address for the mail
 * can't be read any more afterwards. Each step can be repeated, so a process that ends between two loses none.
 */
export function createDeletionReactor(
  parts: Pick<ReactorParts, 'dispatcher' | 'readStore' | 'projector' | 'dependents' | 'transport' | 'clock' | 'pause'> &
    Pick<ReactorParts, 'logger' | 'vault'> & { readonly sessions: Pick<Sessions, 'end' | 'endAllOf'> },
): Reactor {
  const { dispatcher, projector, sessions, transport, vault, clock, logger } = parts;
  const answer = createAnswer('deletion', dispatcher, logger);
  const ofPeople = parts.dependents.filter(({ of }) => of === 'user');

  /** Mails to the account's address, if there is one. @throws Unavailable the mail server can't be reached: later */
  async function mail(event: DeletionEvent, layOut: (envelope: DeletionEnvelope) => Mail): Promise<void> {
    const { userId, receipt } = event.data;
    if (secondsBetween(event.meta.at, clock().toISOString()) > hoursInSeconds(MAIL_WITHIN_HOURS)) return;
    const { email, memberOf, campus } = await dispatcher.stateOf(userFact(userId));
    if (email === null) return;
    const brand = campusNamed(memberOf ?? campus ?? DEFAULT_CAMPUS);
    try {
      await transport.send(layOut({ idempotencyKey: event.id, recipient: userId, to: email, campus: brand, receipt }));
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      logger.warn({ err: error, mail: event.id }, 'A mail was not taken.');
    }
  }

  async function requested(event: RecordedNamed<'DeletionRequested'>): Promise<void> {
    const { userId, receipt, dueAt } = event.data;
    const deletion = await dispatcher.stateOf(deletionFact(userId));
    // Handed over late, after the account was kept: the new sessions are none of its business.
    if (deletion.status === 'none' || deletion.receipt !== receipt) return;
    for (const { sessionId, createdAt } of await vault.sessions.listOf(userId)) {
      if (createdAt <= event.meta.at) await sessions.end(sessionId);
    }
    await mail(event, (envelope) => deletionRequestedMail(envelope, dueAt));
  }

  async function begun(event: RecordedNamed<'DeletionBegun'>): Promise<void> {
    const { userId } = event.data;
    await sessions.endAllOf(userId);
    await projector.waitFor(event.position, PROJECTED_WITHIN_MS);
    for (const dependents of ofPeople) await endDependents(event, dependents, userId, answer, parts);
    await mail(event, accountDeletedMail);
    await answer(event, 'erase', { type: 'EraseUser', data: { userId } });
  }

  return {
    name: 'deletion',
    async handle(event) {
      if (event.type === 'DeletionRequested') await requested(event);
      if (event.type === 'DeletionBegun') await begun(event);
    },
  };
}

type DeletionEvent = RecordedNamed<'DeletionRequested'> | RecordedNamed<'DeletionBegun'>;

function campusNamed(id: string): Campus {
  const campus = findCampus(id) ?? findCampus(DEFAULT_CAMPUS) ?? campuses[0];
  if (campus === undefined) throw new Error('The campus registry is empty.');
  return campus;
}
