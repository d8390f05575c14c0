import type { ChatEvent } from '#domain/chat/events.ts';
import { chatIdOf } from '#domain/chat/pair.ts';
import { type Happened, isHouse, must, mustAcross, type Rule, type Unlawful } from '../model.ts';
import type { Parts } from '../parts.ts';
import { userLedger } from '../user/parts.ts';
import { chatLedger, pairOf, type Talk } from './parts.ts';

function* check({ stream, event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as ChatEvent;
  const chats = ledgers.of(chatLedger);
  const { chatId, round, starter, partner } = event.data;
  const before = chats.get(chatId);
  const isOfTwo = chatId === chatIdOf(starter, partner) && starter !== partner && stream === `chat-${chatId}`;
  yield must(isOfTwo, `${chatId} is not the conversation of ${starter} with ${partner}`);
  if (event.type === 'ChatStarted') {
    yield must(before === undefined || before.deleted, `${chatId} begins while it stands: it is doubled`);
    // Whatever their ids are made of: two people have one conversation.
    const isSame = (talk: Talk) => pairOf(talk).includes(starter) && pairOf(talk).includes(partner);
    const doubled = [...chats.values()].find((talk) => talk.chatId !== chatId && isSame(talk));
    yield must(
      doubled === undefined,
      `${starter} and ${partner} have two conversations: ${chatId}, ${doubled?.chatId}`,
    );
    yield must(round === (before?.round ?? 0) + 1, `${chatId} begins with round ${round}`);
    yield must((before?.gone.size ?? 0) === 0, `${chatId} begins without somebody whose account has ended`);
    yield must(actor === starter, `${actor} begins ${chatId} for ${starter}`);
    const { memberOf, erased } = ledgers.of(userLedger);
    yield mustAcross(memberOf.has(starter) && !erased.has(partner), `${starter} begins with ${partner}, and may not`);
    chats.set(chatId, { ...event.data, deleted: false, opened: false, gone: new Set() });
    return;
  }
  const isPresent = before?.round === round && before.starter === starter && before.partner === partner;
  yield must(isPresent, `${event.type} of ${chatId} is of round ${round}, which is not the present one`);
  if (before !== undefined) yield* checkPresent(event, before, actor);
}

function* checkPresent(event: ChatEvent, talk: Talk, actor: string): Iterable<Unlawful | null> {
  const { chatId, partner } = talk;
  switch (event.type) {
    case 'ChatOpened':
      yield must(!talk.deleted && !talk.opened, `${chatId} is opened, and is so already, or gone`);
      yield must(actor === partner, `${actor} opens ${chatId} for ${partner}`);
      talk.opened = true;
      return;
    case 'ChatDeleted':
      yield must(!talk.deleted, `${chatId} is deleted twice`);
      yield must(pairOf(talk).includes(actor), `${actor} deletes ${chatId}, a foreign conversation`);
      talk.deleted = true;
      return;
    case 'ChatClosed': {
      const { gone } = event.data;
      yield must(isHouse(actor), `${actor} closes ${chatId}`);
      yield must(pairOf(talk).includes(gone) && !talk.gone.has(gone), `${chatId} is closed for ${gone}`);
      talk.gone.add(gone);
    }
  }
}

/** The rule for the stream of a pair. */
export const chatRule: Rule = { category: 'chat', check };
