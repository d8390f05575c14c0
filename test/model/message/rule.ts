import { chatIdOf } from '#domain/chat/pair.ts';
import type { Media } from '#domain/kernel/media.ts';
import { cleanText } from '#domain/kernel/text.ts';
import { messageLength } from '#domain/message/content.ts';
import type { MessageEvent } from '#domain/message/events.ts';
import { MESSAGE_MAX_FILES } from '#domain/message/limits.ts';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { chatLedger } from '../chat/parts.ts';
import { type Happened, isHouse, must, mustAcross, type Rule, readable, type Unlawful } from '../model.ts';
import type { Parts } from '../parts.ts';
import { postLedger } from '../post/parts.ts';
import { userLedger } from '../user/parts.ts';
import { messageLedger, placeOf, type Said } from './parts.ts';

type Sent = Extract<MessageEvent, { type: 'MessageSent' }>['data'];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function* check({ stream, event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as MessageEvent;
  const all = ledgers.of(messageLedger);
  const place = placeOf(event.data);
  const { messageId } = place;
  yield must(stream === `message-${messageId}`, `${messageId} is in the stream ${stream}`);
  const before = all.get(messageId);
  if (event.type === 'MessageSent') {
    yield must(before === undefined, `${messageId} is sent twice`);
    yield must(actor === place.author, `${actor} writes ${messageId} for ${place.author}`);
    yield* checkPlace(event.data, ledgers);
    yield* checkContent(event.data);
    all.set(messageId, { ...place, deleted: false, seen: false, mailed: false, likedBy: new Set() });
    return;
  }
  const isItself = before !== undefined && isSame(placeOf(before), place);
  yield must(isItself, `${event.type} of ${messageId}, which was not sent, or elsewhere`);
  yield must(before?.deleted !== true, `${event.type} of ${messageId}, which is deleted`);
  if (before !== undefined) yield* checkChange(event, before, actor);
}

function* checkChange(event: MessageEvent, said: Said, actor: string): Iterable<Unlawful | null> {
  const { messageId, author, recipient } = said;
  switch (event.type) {
    case 'MessageSeen':
      yield must(actor === recipient && !said.seen, `${actor} sees ${messageId} to ${recipient}: ${said.seen}`);
      said.seen = true;
      return;
    case 'MessageMailed':
      yield must(
        isHouse(actor) && !said.mailed && !said.seen,
        `${actor} mails about ${messageId}, which is seen or mailed`,
      );
      said.mailed = true;
      return;
    case 'MessageLiked':
    case 'MessageUnliked': {
      const { userId } = event.data;
      const isOfTwo = userId === author || userId === recipient;
      yield must(actor === userId && isOfTwo, `${actor} likes ${messageId} for ${userId}`);
      const isLiked = event.type === 'MessageUnliked';
      yield must(said.likedBy.has(userId) === isLiked, `${event.type} of ${messageId} changes nothing`);
      if (isLiked) said.likedBy.delete(userId);
      else said.likedBy.add(userId);
      return;
    }
    case 'MessageDeleted':
      yield must(isHouse(actor), `${actor} deletes ${messageId}`);
      said.deleted = true;
  }
}

function* checkPlace({ messageId, chatId, round, author, recipient, post }: Sent, ledgers: Parts) {
  // Who talks in a conversation never changes, so it is certain even under concurrency.
  const isOfTwo = author !== recipient && chatId === chatIdOf(author, recipient);
  yield must(isOfTwo, `${messageId} by ${author} to ${recipient} is in a conversation of others`);
  const talk = ledgers.of(chatLedger).get(chatId);
  yield must(talk !== undefined && round <= talk.round, `${messageId} is of round ${round}, which never began`);
  const isPresent = talk?.round === round && !talk.deleted && talk.gone.size === 0;
  yield mustAcross(isPresent, `${messageId} is written in a conversation that does not stand`);
  yield mustAcross(ledgers.of(userLedger).memberOf.has(author), `${author} writes ${messageId} without a school`);
  if (post === null) return;
  const shared = ledgers.of(postLedger).get(post.id);
  yield must(shared?.campus === post.campus, `${messageId} shares ${post.id}, which is nothing`);
  yield mustAcross(shared?.deleted === false, `${messageId} shares ${post.id}, which is deleted`);
}

function* checkContent(data: Sent): Iterable<Unlawful | null> {
  const media = readable<readonly Media[]>(data.media);
  const text: unknown = data.text;
  // Sealed, or its author was erased.
  if (media === null || typeof text !== 'string') return;
  const { messageId, post, hasMedia } = data;
  yield must(text === cleanText(text).trim(), `${messageId} is not in normal form`);
  yield must(messageLength(text) <= TEXT_MAX_CHARACTERS, `${messageId} is too long`);
  yield must(media.length <= MESSAGE_MAX_FILES, `${messageId} has too many files`);
  yield must(hasMedia === media.length > 0, `${messageId} says of its file: ${hasMedia}`);
  yield must(text !== '' || hasMedia || post !== null, `${messageId} is empty`);
}

/** The rule for a message's stream. */
export const messageRule: Rule = { category: 'message', check };
