import { campusNamed } from '#domain/campus/face.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { isCodeFresh } from '#domain/user/codes.ts';
import { userFact } from '#domain/user/state.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Codes } from '../identity/codes.ts';
import type { MayMail } from '../identity/mailLimits.ts';
import type { Logger } from '../observability/logging.ts';
import { type Mail, MailRefused, type MailTransport } from '../ports/mail.ts';
import { createAnswer, type Later, type RecordedNamed } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { codeMail } from './codeMail.ts';

/** Milliseconds before each retry of a mail with a code; after the last one the person sees that it failed. */
export const MAIL_RETRY_MS: readonly number[] = [1_000, 4_000];

type CodeRequested = RecordedNamed<'CodeRequested'>;

/** The parts of the server that mail codes. */
export interface CodeMailParts {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly codes: Codes;
  readonly transport: Pick<MailTransport, 'send'>;
  readonly mayMail: MayMail;
  readonly clock: () => Date;
  /** Waits for milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly logger: Logger;
}

/** A mail with a code that was not taken yet. */
interface Waiting {
  readonly mail: Mail;
  /** Why, in words. */
  readonly problem: string;
}

/**
 * Mails requested codes (VERF-07) and records whether the transport accepted them (VERF-08). It draws the code for the
 * mail and keeps its hash in the vault; after a crash in between, a second valid code may be mailed (decisions D06). A mail
 * that was not taken at first is recorded as failed, and is tried again for as long as its code counts: once it is taken,
 * it has been sent after all.
 */
export function createCodeMails(parts: CodeMailParts): {
  /** @returns the rest of the answer: mails go side by side */
  answer(event: CodeRequested): Promise<Later | undefined>;
  /** Why a mail waits, in words, or `null`. */
  problem(): string | null;
} {
  const { dispatcher, codes, transport, mayMail, clock, pause, logger } = parts;
  const give = createAnswer('mail', dispatcher, logger);
  /** By the event that asks for the code: a mail keeps its code on every try of this process. */
  const waiting = new Map<string, Waiting>();

  function record({ id, meta, data }: CodeRequested, isSent: boolean): Promise<void> {
    const { userId, codeId, purpose } = data;
    const type = isSent ? 'RecordCodeSent' : 'RecordCodeNotSent';
    return give({ id, meta }, isSent ? codeId : `${codeId} failed`, { type, data: { userId, codeId, purpose } });
  }

  /** @returns whether the mail was accepted; if not, it never will be. @throws Unavailable a retry may succeed */
  async function tryToSend(event: CodeRequested, mail: Mail): Promise<boolean> {
    try {
      await transport.send(mail);
      waiting.delete(event.id);
      return true;
    } catch (error) {
      if (!(error instanceof MailRefused) && !(error instanceof Unavailable)) throw error;
      logger.warn({ err: error, mail: mail.idempotencyKey }, 'A mail was not taken.');
      if (error instanceof Unavailable) {
        waiting.set(event.id, { mail, problem: error.message });
        throw error;
      }
      waiting.delete(event.id);
      return false;
    }
  }

  /** The tries for which the person waits. @throws Unavailable none was accepted, and the failure is recorded */
  async function sendSoon(event: CodeRequested, mail: Mail): Promise<void> {
    for (const wait of MAIL_RETRY_MS) {
      try {
        return await record(event, await tryToSend(event, mail));
      } catch (error) {
        if (!waiting.has(event.id)) throw error;
        await pause(wait);
      }
    }
    try {
      await record(event, await tryToSend(event, mail));
    } catch (error) {
      if (waiting.has(event.id)) await record(event, false);
      throw error;
    }
  }

  /** The mail with a code that is drawn for it; `null`: a limit of mails is reached. */
  async function draw(event: CodeRequested, email: string): Promise<Mail | null> {
    const { userId, codeId, purpose, campus } = event.data;
    if (!(await mayMail({ asker: userId, campus, purpose, email }))) {
      logger.info({ event: event.id, campus, purpose }, 'A limit of mails is reached.');
      return null;
    }
    const code = await codes.draw(codeId, { userId, purpose, email, campus });
    const brand = campusNamed(campus);
    return codeMail({ idempotencyKey: event.id, recipient: userId, to: email, code, purpose, campus: brand });
  }

  /** The address, while a code to it is still to be mailed. */
  async function addressOf({ data }: CodeRequested): Promise<string | null> {
    const { codes: known } = await dispatcher.stateOf(userFact(data.userId));
    const code = known.find(({ codeId }) => codeId === data.codeId);
    // Erased, void because the account has another address by now, or sent before a crash.
    return code === undefined || code.email === null || code.state === 'sent' ? null : reveal(data.email);
  }

  return {
    problem: () => [...waiting.values()][0]?.problem ?? null,
    async answer(event) {
      const email = await addressOf(event);
      const begun = waiting.get(event.id);
      const counts = isCodeFresh(event.meta.at, clock().toISOString());
      if (email === null || !counts) {
        waiting.delete(event.id);
        if (email !== null) await record(event, false);
        return undefined;
      }
      if (begun !== undefined) return async () => record(event, await tryToSend(event, begun.mail));
      const mail = await draw(event, email);
      if (mail !== null) return () => sendSoon(event, mail);
      await record(event, false);
      return undefined;
    },
  };
}
