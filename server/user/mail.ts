import { campusNamed } from '#domain/campus/face.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { userFact } from '#domain/user/state.ts';
import type { CampusSites } from '../mail/campusSites.ts';
import { type NoticeParts, sendNotice } from '../mail/sendNotice.ts';
import type { Mail } from '../ports/mail.ts';
import type { Later, Reactor, RecordedNamed } from '../reactors/reactor.ts';
import { type AccessChange, accessChangedMail } from './accessChangedMail.ts';
import { type CodeMailParts, createCodeMails } from './codeMails.ts';
import { emailChangedMail } from './emailChangedMail.ts';

/** By these an account opens in another way than before. */
type OpensAnew = RecordedNamed<
  'PasswordChanged' | 'GoogleLinked' | 'GoogleUnlinked' | 'PasskeyAdded' | 'PasskeyRemoved'
>;

/**
 * Mails requested codes (`codeMails.ts`), and gives notice: to the address that an account had before, and to the owner of
 * one that opens in another way.
 */
export function createMailReactor(
  options: CodeMailParts & Pick<NoticeParts, 'vault'> & { readonly siteOf: CampusSites },
): Reactor {
  const { dispatcher, siteOf } = options;
  const codes = createCodeMails(options);

  /** The notice to the address before the change; if its mailbox is gone, there is nobody to mail to (VERF-19). */
  function previousOwnersMail({ id: idempotencyKey, data }: RecordedNamed<'EmailChanged'>): Mail | null {
    const to = reveal(data.previousEmail);
    if (to === null) return null;
    const { userId: recipient, campus } = data;
    const brand = campusNamed(campus);
    return emailChangedMail({ idempotencyKey, recipient, to, campus: brand, site: siteOf(brand) });
  }

  /** The mail to the owner of an account that opens in another way. */
  async function ownersMail(event: OpensAnew): Promise<Mail | null> {
    const change = changeOf(event);
    if (change === null) return null;
    const { userId: recipient } = event.data;
    const { email: to, campus } = await dispatcher.stateOf(userFact(recipient));
    if (to === null) return null;
    const brand = campusNamed(campus ?? event.meta.campus);
    return accessChangedMail({ idempotencyKey: event.id, recipient, to, campus: brand, site: siteOf(brand), change });
  }

  const notifyOwner = async (event: OpensAnew) => notice(event, await ownersMail(event));
  const notice = (event: RecordedNamed<'EmailChanged'> | OpensAnew, mail: Mail | null): Later | undefined =>
    mail === null ? undefined : () => sendNotice(event, mail, options);

  return {
    name: 'mail',
    problem: codes.problem,
    on: {
      CodeRequested: codes.answer,
      async EmailChanged(event) {
        return notice(event, previousOwnersMail(event));
      },
      PasswordChanged: notifyOwner,
      GoogleLinked: notifyOwner,
      GoogleUnlinked: notifyOwner,
      PasskeyAdded: notifyOwner,
      PasskeyRemoved: notifyOwner,
    },
  };
}

/** The mail to the owner of an account about an event; `null`: none, because it is part of signing up or in. */
function changeOf(event: OpensAnew): AccessChange | null {
  if (event.type === 'PasskeyAdded') return 'passkey-added';
  if (event.type === 'PasskeyRemoved') return 'passkey-removed';
  if (event.type === 'GoogleUnlinked') return 'google-unlinked';
  if (event.type === 'GoogleLinked') return event.data.isSignUp ? null : 'google-linked';
  const { how } = event.data;
  if (how === 'dropped') return null;
  return how === 'set' ? 'password-set' : 'password-changed';
}
