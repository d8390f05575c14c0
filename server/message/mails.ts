import { reveal } from '#domain/kernel/personal.ts';
import { MAIL_EXCERPT_CHARACTERS } from '#domain/message/limits.ts';
import { userFact } from '#domain/user/state.ts';
import { type Conversation, conversationKey, conversations } from '#projections/message/collections.ts';
import { typedEvent } from '../log/typedEvent.ts';
import { layOutMail } from '../mail/mailLayout.ts';
import { sendNotice } from '../mail/sendNotice.ts';
import type { Mail } from '../ports/mail.ts';
import type { Reactor, RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';
import { excerptOf, nameInMail, reachable } from '../settings/face.ts';

/** Milliseconds for which a mail waits until the read models have folded that it goes. */
const FOLD_TIMEOUT_MS = 30_000;

type Parts = Pick<
  ReactorParts,
  'dispatcher' | 'log' | 'readStore' | 'projector' | 'transport' | 'vault' | 'siteOf' | 'identity' | 'clock' | 'logger'
>;

/**
 * Mails people about messages that they have not seen (NOTF-09): to a confirmed address, unless they want no mails (NOTF-10),
 * and only if something is unread still. The mail names the sender, quotes the newest message, and leads to the conversation.
 */
export function createMessageMails(parts: Parts): Reactor {
  async function mailAbout(event: RecordedNamed<'MessageMailed'>): Promise<Mail | null> {
    const { messageId, chatId, author, recipient } = event.data;
    const unread = await unreadOf(parts, event);
    if (unread === 0) return null;
    const found = await reachable(recipient, 'message', null, parts);
    const name = nameInMail(await parts.dispatcher.stateOf(userFact(author)));
    if (found === null || name === null) return null;
    const words = await wordsOf(parts, messageId);
    const news = unread === 1 ? `${name} sent you a message` : `${unread} new messages from ${name}`;
    return layOutMail({
      ...found.envelope,
      idempotencyKey: event.id,
      subject: news,
      parts: [
        // The name may end with its initial.
        { kind: 'text', text: news.endsWith('.') ? news : `${news}.` },
        ...(words === null ? [] : [{ kind: 'text', text: words } as const]),
        { kind: 'button', label: 'Reply', url: `${found.site}/messages/${chatId}` },
      ],
    });
  }

  return {
    name: 'messageMails',
    on: {
      async MessageMailed(event) {
        const mail = await mailAbout(event);
        return mail === null ? undefined : () => sendNotice(event, mail, parts);
      },
    },
  };
}

/** Messages of the conversation that the recipient has not seen by now. */
async function unreadOf(
  { projector, readStore }: Pick<Parts, 'projector' | 'readStore'>,
  { position, data: { chatId, round, recipient } }: RecordedNamed<'MessageMailed'>,
): Promise<number> {
  await projector.waitFor(position, FOLD_TIMEOUT_MS);
  const [found] = await readStore.get([{ collection: conversations.name, key: conversationKey(chatId, recipient) }]);
  const side = found?.doc as Conversation | null | undefined;
  return side?.round === round ? side.received - side.receivedSeen : 0;
}

/** The beginning of a message's text; `null`: it has none, or its author was erased. */
async function wordsOf({ log }: Pick<Parts, 'log'>, messageId: string): Promise<string | null> {
  const [first] = (await log.readStream(`message-${messageId}`)).map(typedEvent);
  const text = first?.type === 'MessageSent' ? reveal(first.data.text) : null;
  if (text === null || text === '') return null;
  return excerptOf(text, MAIL_EXCERPT_CHARACTERS);
}
