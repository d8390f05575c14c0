import { campusNamed } from '#domain/campus/face.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { isCodeFresh } from '#domain/user/codes.ts';
import { userFact } from '#domain/user/state.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Codes } from '../identity/codes.ts';
import type { MayMail } from '../identity/mailLimits.ts';
import type { CampusSites } from '../mail/campusSites.ts';
import { sendNotice } from '../mail/sendNotice.ts';
import type { Logger } from '../observability/logging.ts';
import { type Mail, MailRefused, type MailTransport } from '../ports/mail.ts';
import { createAnswer, type Later, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { type AccessChange, accessChangedMail } from './accessChangedMail.ts';
import { codeMail } from './codeMail.ts';
import { emailChangedMail } from './emailChangedMail.ts';

/** Events by which an account opens in another way than before. */
const OPENS_ANEW = ['PasswordChanged', 'GoogleLinked', 'GoogleUnlinked', 'PasskeyAdded', 'PasskeyRemoved'] as const;
type OpensAnew = { [Type in (typeof OPENS_ANEW)[number]]: RecordedNamed<Type> }[(typeof OPENS_ANEW)[number]];
const opensAnew = (event: { readonly type: string }): event is OpensAnew =>
  OPENS_ANEW.some((type) => type === event.type);

/** Milliseconds before each retry of a mail with a code; after the last one the person sees that it failed. */
export const MAIL_RETRY_MS: readonly number[] = [1_000, 4_000];

/**
 * Mails requested codes (VERF-07) and records whether the transport accepted them (VERF-08). It draws the code for the
 * mail and keeps its hash in the vault; after a crash in between, a second valid code may be mailed (decisions D06). It
 * also gives notice: to the address that an account had before, and to the owner of one that opens in another way. Nobody
 * waits for a notice, so one that is not taken is tried again for as long as it is news.
 */
export function createMailReactor(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly codes: Codes;
  readonly transport: Pick<MailTransport, 'send'>;
  readonly mayMail: MayMail;
  readonly siteOf: CampusSites;
  readonly clock: () => Date;
  /** Waits for milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly logger: Logger;
}): Reactor {
  const { dispatcher, codes, transport, mayMail, siteOf, clock, pause, logger } = options;
  const answer = createAnswer('mail', dispatcher, logger);
  let problem: string | null = null;

  async function sendCode(mail: Mail): Promise<boolean> {
    try {
      return await tryToSend(mail);
    } finally {
      // No retry is left: the mail is sent, or recorded as failed.
      problem = null;
    }
  }

  async function tryToSend(mail: Mail): Promise<boolean> {
    for (const wait of [...MAIL_RETRY_MS, null]) {
      try {
        await transport.send(mail);
        return true;
      } catch (error) {
        if (!(error instanceof MailRefused) && !(error instanceof Unavailable)) throw error;
        logger.warn({ err: error, mail: mail.idempotencyKey }, 'A mail was not taken.');
        if (error instanceof MailRefused || wait === null) return false;
        problem = error.message;
        await pause(wait);
      }
    }
    return false;
  }

  async function send(event: RecordedNamed<'CodeRequested'>, email: string): Promise<boolean> {
    const { userId, codeId, purpose, campus } = event.data;
    if (!isCodeFresh(event.meta.at, clock().toISOString())) return false;
    if (!(await mayMail({ asker: userId, campus, purpose, email }))) {
      logger.info({ event: event.id, campus, purpose }, 'A limit of mails is reached.');
      return false;
    }
    const code = await codes.draw(codeId, { userId, purpose, email, campus });
    const brand = campusNamed(campus);
    return sendCode(codeMail({ idempotencyKey: event.id, recipient: userId, to: email, code, purpose, campus: brand }));
  }

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

  /** An old change is no news any more. */
  function notice({ meta }: RecordedNamed<'EmailChanged'> | OpensAnew, mail: Mail | null): Later | undefined {
    const isNews = isCodeFresh(meta.at, clock().toISOString());
    return mail === null || !isNews ? undefined : () => sendNotice(mail, options);
  }

  async function mailCode(event: RecordedNamed<'CodeRequested'>): Promise<void> {
    const { userId, codeId, purpose } = event.data;
    const email = reveal(event.data.email);
    const user = await dispatcher.stateOf(userFact(userId));
    const code = user.codes.find((each) => each.codeId === codeId);
    // Erased, void because the account has another address by now, or settled before a crash.
    if (email === null || code === undefined || code.email === null || code.state !== 'requested') return;
    const type = (await send(event, email)) ? 'RecordCodeSent' : 'RecordCodeNotSent';
    await answer(event, codeId, { type, data: { userId, codeId, purpose } });
  }

  return {
    name: 'mail',
    problem: () => problem,
    async handle(event) {
      if (event.type === 'EmailChanged') return notice(event, previousOwnersMail(event));
      if (opensAnew(event)) return notice(event, await ownersMail(event));
      if (event.type === 'CodeRequested') await mailCode(event);
      return undefined;
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
