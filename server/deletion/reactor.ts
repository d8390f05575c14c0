import { campusNamed, DEFAULT_CAMPUS } from '#domain/campus/face.ts';
import { deletionFact } from '#domain/deletion/decider.ts';
import { hoursInSeconds, secondsBetween } from '#domain/kernel/time.ts';
import { userFact } from '#domain/user/state.ts';
import type { Sessions } from '../identity/sessions.ts';
import { sendNotice } from '../mail/sendNotice.ts';
import type { Mail } from '../ports/mail.ts';
import { endDependents } from '../reactors/endDependents.ts';
import { createAnswer, type Later, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';
import { accountDeletedMail, type DeletionEnvelope, deletionRequestedMail } from './mails.ts';

/** Milliseconds for which a deletion waits for the read models; then the event is handed over again. */
const PROJECTED_WITHIN_MS = 30_000;
/** Hours for which a deletion waits for the mail server. After them it goes on without its last mail. */
export const MAIL_WITHIN_HOURS = 24;

/**
 * Carries a deletion out: at the request the person's sessions end and a mail says so; once it has begun, what the person
 * wrote is deleted, the receipt is mailed, and then the person is erased, in this order, because the address for the mail
 * can't be read any more afterwards. Each step can be repeated, so a process that ends between two loses none. A mail that
 * is not taken for a while holds up its own deletion alone.
 */
export function createDeletionReactor(
  parts: Pick<ReactorParts, 'dispatcher' | 'readStore' | 'projector' | 'dependents' | 'transport' | 'clock' | 'pause'> &
    Pick<ReactorParts, 'logger' | 'vault' | 'siteOf'> & { readonly sessions: Pick<Sessions, 'end' | 'endAllOf'> },
): Reactor {
  const { dispatcher, projector, sessions, vault, siteOf, clock, logger } = parts;
  const answer = createAnswer('deletion', dispatcher, logger);
  const ofPeople = parts.dependents.filter(({ of }) => of === 'user');

  /** The mail to the account's address; `null`: there is none, or it is too late for it. */
  async function mailAbout(event: DeletionEvent, layOut: (envelope: DeletionEnvelope) => Mail): Promise<Mail | null> {
    const { userId: recipient, receipt } = event.data;
    if (secondsBetween(event.meta.at, clock().toISOString()) > hoursInSeconds(MAIL_WITHIN_HOURS)) return null;
    const { email: to, memberOf, campus: joined } = await dispatcher.stateOf(userFact(recipient));
    if (to === null) return null;
    const campus = campusNamed(memberOf ?? joined ?? DEFAULT_CAMPUS);
    return layOut({ idempotencyKey: event.id, recipient, to, campus, receipt });
  }

  async function requested(event: RecordedNamed<'DeletionRequested'>): Promise<Later | undefined> {
    const { userId, receipt, dueAt } = event.data;
    const deletion = await dispatcher.stateOf(deletionFact(userId));
    // Handed over late, after the account was kept: the new sessions are none of its business.
    if (deletion.status === 'none' || deletion.receipt !== receipt) return undefined;
    for (const { sessionId, createdAt } of await vault.sessions.listOf(userId)) {
      if (createdAt <= event.meta.at) await sessions.end(sessionId);
    }
    const mail = await mailAbout(event, (envelope) =>
      deletionRequestedMail(envelope, { dueAt, site: siteOf(envelope.campus) }),
    );
    return mail === null ? undefined : () => sendNotice(event, mail, parts);
  }

  async function begun(event: RecordedNamed<'DeletionBegun'>): Promise<Later> {
    const { userId } = event.data;
    await sessions.endAllOf(userId);
    await projector.waitFor(event.position, PROJECTED_WITHIN_MS);
    for (const dependents of ofPeople) await endDependents(event, dependents, userId, answer, parts);
    const mail = await mailAbout(event, accountDeletedMail);
    return async () => {
      if (mail !== null) await sendNotice(event, mail, parts);
      await answer(event, 'erase', { type: 'EraseUser', data: { userId } });
    };
  }

  return { name: 'deletion', on: { DeletionRequested: requested, DeletionBegun: begun } };
}

type DeletionEvent = RecordedNamed<'DeletionRequested'> | RecordedNamed<'DeletionBegun'>;
