import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type Conversation, conversationKey, threadKey } from '#projections/message/collections.ts';
import type { NaiveDocument, NaiveDocuments, NaiveWindow } from '../model.ts';
import { naiveDueMails } from './dueMails.ts';
import { naivePaces } from './paces.ts';

type Ids = 'messageId' | 'chatId' | 'author' | 'recipient' | 'userId' | 'starter' | 'partner' | 'gone';
type Fields = Readonly<Record<Ids, string>> & {
  readonly round: number;
  readonly hasMedia: boolean;
  readonly post: unknown;
};

interface Line {
  readonly id: string;
  readonly author: string;
  readonly recipient: string;
  readonly position: string;
  readonly at: string;
  readonly hasMedia: boolean;
  readonly post: unknown;
  readonly likedBy: Set<string>;
  seen: boolean;
  deleted: boolean;
}

/** One round of a conversation: who began it when, and everything that was said, in the log's order. */
interface Round {
  readonly chat: string;
  readonly round: number;
  readonly starter: string;
  readonly partner: string;
  readonly position: string;
  readonly at: string;
  readonly lines: Line[];
  readonly gone: Set<string>;
  opened: boolean;
  isOver: boolean;
}

/** The talk of two people, by a naive reading: no marks, no counters, only the log's lines. */
class Talks {
  readonly rounds = new Map<string, Round>();
  /** Messages that came after the end of their round. */
  readonly late = new Set<string>();
  /** Everybody who ever had something unread. */
  readonly everUnread = new Set<string>();

  constructor(history: readonly RecordedEvent[]) {
    for (const { type, data, position, meta } of history) this.#take(type, data as Fields, { position, at: meta.at });
  }

  #take(type: string, data: Fields, when: { readonly position: string; readonly at: string }): void {
    const { chatId: chat, round: number, starter, partner } = data;
    const key = threadKey(chat, number);
    const round = this.rounds.get(key);
    const line = round?.lines.find(({ id }) => id === data.messageId);
    switch (type) {
      case 'ChatStarted':
        this.everUnread.add(partner);
        this.rounds.set(key, {
          ...{ chat, round: number, starter, partner, ...when },
          ...{ lines: [], gone: new Set(), opened: false, isOver: false },
        });
        return;
      case 'ChatDeleted':
        if (round !== undefined) round.isOver = true;
        return;
      case 'ChatClosed':
        round?.gone.add(data.gone);
        return;
      case 'MessageSent':
        this.#say(data, when, round);
        return;
    }
    if (round !== undefined && type === 'ChatOpened') round.opened = true;
    if (line === undefined || line.deleted) return;
    if (type === 'MessageSeen') line.seen = true;
    if (type === 'MessageLiked') line.likedBy.add(data.userId);
    if (type === 'MessageUnliked') line.likedBy.delete(data.userId);
    if (type === 'MessageDeleted') line.deleted = true;
  }

  #say(
    { messageId: id, author, recipient, hasMedia, post }: Fields,
    when: { readonly position: string; readonly at: string },
    round: Round | undefined,
  ): void {
    if (round === undefined || round.isOver) return void this.late.add(id);
    if (round.gone.size === 0) this.everUnread.add(recipient);
    const said = { id, author, recipient, hasMedia, post, ...when };
    round.lines.push({ ...said, likedBy: new Set(), seen: false, deleted: false });
  }
}

/** Number of the last line that holds something, from 1; 0 without one. */
function lastWith(lines: readonly Line[], holds: (line: Line) => boolean): number {
  return lines.findLastIndex(holds) + 1;
}

/** A present round, as it stands for one of the two. */
function sideOf(talk: Round, user: string): Conversation {
  const { chat, round, starter, partner, position, at, lines, gone, opened } = talk;
  const other = user === starter ? partner : starter;
  const own = lines.filter(({ author }) => author === user);
  const got = lines.filter(({ author }) => author === other);
  const last = lines.at(-1);
  const closed = gone.size > 0;
  // Nobody waits for an answer of somebody whose partner has gone.
  const receivedSeen = closed ? got.length : lastWith(got, ({ seen }) => seen);
  return {
    id: conversationKey(chat, user),
    ...{ chat, round, user, partner: other, closed, receivedSeen },
    lastModified: last?.at ?? at,
    started: position,
    activity: last?.position ?? position,
    lastMessage: last === undefined ? null : { id: last.id, author: last.author },
    sent: own.length,
    sentSeen: lastWith(own, ({ seen }) => seen),
    received: got.length,
    opened: user === starter || opened || closed || got.some(({ seen }) => seen),
  };
}

/** Messages of one round as they are read. Once both have gone, nobody has a place from which they could be numbered. */
function linesOf({ chat, round, lines, gone }: Round): readonly NaiveDocument[] {
  return lines.map(({ id, author, recipient, at, position, hasMedia, post, likedBy, deleted }, place) => {
    const ordinal = lines.slice(0, place + 1).filter((line) => line.author === author).length;
    const doc = { id, chat, round, thread: threadKey(chat, round), author, recipient, hasMedia, post };
    const numbered = gone.size < 2 ? { ordinal } : {};
    const shown = { ...doc, ...numbered, sentAt: at, order: position, likedBy: [...likedBy] };
    return { collection: 'messages', key: id, doc: deleted ? null : shown };
  });
}

/** Messages, both sides of each conversation that stands, and how many are unread, all recounted from the log. */
export function messageDocuments(history: readonly RecordedEvent[]): NaiveDocuments {
  const { rounds, late, everUnread } = new Talks(history);
  const documents: NaiveDocument[] = [...rounds.values()].flatMap(linesOf);
  for (const key of late) documents.push({ collection: 'messages', key, doc: null });
  const present = [...rounds.values()].filter(({ isOver }) => !isOver);
  const sides = present.flatMap((talk) =>
    [talk.starter, talk.partner].filter((user) => !talk.gone.has(user)).map((user) => sideOf(talk, user)),
  );
  for (const side of sides) documents.push({ collection: 'conversations', key: side.id, doc: side });
  for (const user of everUnread) {
    const unread = sides.filter((side) => side.user === user && (!side.opened || side.receivedSeen < side.received));
    documents.push({ collection: 'unreadChats', key: user, doc: { id: user, chats: unread.length } });
  }
  for (const { isOver, chat, round } of rounds.values()) {
    const id = threadKey(chat, round);
    if (isOver) documents.push({ collection: 'closedThreads', key: id, doc: { id } });
  }
  documents.push(...naiveDueMails(history), ...naivePaces(history));
  const whole = ['messages', 'conversations', 'unreadChats', 'closedThreads', 'dueMails', 'answerTimes', 'answerPaces'];
  return { documents, whole, windows: windowsOf([...rounds.values()], sides) };
}

/** A conversation is read newest first, as the list is by its last activity. */
function* windowsOf(rounds: readonly Round[], sides: readonly Conversation[]): Iterable<NaiveWindow> {
  for (const { chat, round, lines } of rounds) {
    const keys = lines.filter(({ deleted }) => !deleted).map(({ id }) => id);
    yield { collection: 'messages', query: 'thread', values: [threadKey(chat, round)], keys: keys.reverse() };
  }
  for (const [user, own] of Map.groupBy(sides, (side) => side.user)) {
    const newest = own.toSorted((a, b) => (a.activity > b.activity ? -1 : 1));
    yield { collection: 'conversations', query: 'list', values: [user], keys: newest.map(({ id }) => id) };
  }
}
