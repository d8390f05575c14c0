import type { RecordedEvent } from '#domain/kernel/event.ts';
import { LIKE_ACTORS_MAX, LIKE_GROUP_MS } from '#domain/notification/limits.ts';
import type { Part, Parts } from '../parts.ts';

/** A notification by a naive reading of a history. */
export interface Item {
  readonly id: string;
  readonly user: string;
  readonly campus: string;
  readonly kind: string;
  readonly target: string;
  readonly post: string | null;
  readonly chat: string | null;
  readonly actors: readonly string[];
  readonly total: number;
  readonly at: string;
  readonly began: string;
  readonly order: string;
  readonly number: number;
  /** Messages whose likes it counts. */
  readonly messages?: readonly string[];
  unread: boolean;
}

interface Fields {
  readonly messageId: string;
  readonly chatId: string;
  readonly round: number;
  readonly starter: string;
  readonly partner: string;
  readonly recipient: string;
  readonly postId: string;
  readonly commentId: string;
  readonly userId: string;
  readonly userIds: readonly string[];
  readonly author: string;
  readonly parentAuthor: string | null;
  readonly root: string;
  readonly parent: string | null;
  readonly ancestors: readonly string[];
  readonly campus: string;
  readonly kind: string;
  readonly notificationId: string;
  readonly upTo: number;
  readonly read: readonly { readonly notificationId: string; readonly number: number }[];
}

type News = Pick<Item, 'id' | 'user' | 'kind' | 'target' | 'actors' | 'total'> &
  Partial<Pick<Item, 'post' | 'chat' | 'began' | 'messages'>>;

/** The list of conversations, which are of no campus. */
const TALK = 'talk';

const dayOf = (instant: string) => instant.slice(0, 10);

/** Everybody's notifications, by lists and counting. */
export class Notified {
  readonly items = new Map<string, Item>();
  /** Numbers given so far, by list. */
  readonly last = new Map<string, number>();
  /** The round of each conversation that stands with both its people. */
  readonly talks = new Map<string, number>();
  readonly #ended = new Set<string>();

  take(event: RecordedEvent): void {
    const data = event.data as Fields;
    switch (event.type) {
      case 'PostCreated':
        this.#comment(event, data);
        return;
      case 'ParticipantsNotified':
        this.#participants(event, data);
        return;
      case 'PostSaved':
      case 'CommentLiked':
        this.#like(event, data);
        return;
      case 'PostUnsaved':
      case 'CommentUnliked':
        this.#unlike(event, data);
        return;
      case 'PostDeleted':
        this.#ended.add(data.postId);
        return;
      case 'NotificationEnded':
        if (this.items.get(data.notificationId)?.user === data.userId) this.items.delete(data.notificationId);
        return;
      case 'NotificationsRead':
        for (const { notificationId, number } of data.read) {
          const item = this.items.get(notificationId);
          if (item?.user === data.userId && item.campus === data.campus && item.number <= number) item.unread = false;
        }
        return;
      case 'AllNotificationsRead':
        for (const item of this.items.values()) {
          const isMeant = item.user === data.userId && item.campus === data.campus && item.number <= data.upTo;
          if (isMeant) item.unread = false;
        }
        return;
      default:
        this.#talk(event, data);
    }
  }

  /** Events of conversations: two rows for each of the two at most. */
  #talk(event: RecordedEvent, data: Fields): void {
    const { chatId, round, starter, partner, messageId, recipient, author } = data;
    const own = this.items.get(`${chatId}-${recipient ?? partner}`);
    const isThis = own !== undefined && own.target === (messageId ?? chatId);
    switch (event.type) {
      case 'ChatStarted':
        this.talks.set(chatId, round);
        this.#add(event, { ...data, campus: TALK }, this.#talkNews(data, partner, starter, 'new chat', chatId, 1));
        return;
      case 'ChatOpened':
      case 'MessageSeen':
        if (isThis) own.unread = false;
        return;
      case 'MessageSent':
        if (this.talks.get(chatId) === round) this.#message(event, data, own);
        return;
      case 'MessageLiked':
        if (this.talks.get(chatId) === round) this.#likeMessage(event, data);
        return;
      case 'MessageUnliked':
        if (data.userId !== author) this.#unlikeMessage(data);
        return;
      case 'MessageDeleted':
        if (isThis) this.items.delete(own.id);
        this.#unlikeMessage(data);
        return;
      case 'ChatDeleted':
      case 'ChatClosed':
        this.talks.delete(chatId);
        for (const item of this.items.values()) if (item.chat === chatId) this.items.delete(item.id);
    }
  }

  #talkNews(data: Fields, user: string, actor: string, kind: string, target: string, total: number): News {
    const { chatId: chat } = data;
    return { id: `${chat}-${user}`, user, kind, target, post: null, chat, actors: [actor], total };
  }

  #message(event: RecordedEvent, data: Fields, before: Item | undefined): void {
    const { messageId, recipient, author, chatId } = data;
    const isFirst = before?.target === chatId;
    const isBurst = !isFirst && before?.unread === true;
    const kind = isFirst ? 'new chat' : isBurst ? before.kind : 'message';
    const total = isBurst ? before.total + 1 : 1;
    const news = this.#talkNews(data, recipient, author, kind, messageId, total);
    this.#add(event, { ...data, campus: TALK }, { ...news, ...(isBurst ? { began: before.began } : {}) });
  }

  #likeMessage(event: RecordedEvent, data: Fields): void {
    const { messageId, author, userId, chatId } = data;
    if (author === userId) return;
    const id = `${author}-${chatId}`;
    const before = this.items.get(id);
    const isOpen = before !== undefined && Date.parse(event.meta.at) - Date.parse(before.began) < LIKE_GROUP_MS;
    const others = (isOpen ? (before.messages ?? []) : []).filter((each) => each !== messageId);
    const messages = [messageId, ...others];
    const news = this.#talkNews(data, author, userId, 'message like', messageId, messages.length);
    const began = isOpen ? { began: before.began } : {};
    this.#add(event, { ...data, campus: TALK }, { ...news, id, messages, ...began });
  }

  #unlikeMessage({ messageId, author, chatId }: Fields): void {
    const before = this.items.get(`${author}-${chatId}`);
    if (before?.messages?.includes(messageId) !== true) return;
    const messages = before.messages.filter((each) => each !== messageId);
    const [target] = messages;
    if (target === undefined) this.items.delete(before.id);
    else this.items.set(before.id, { ...before, messages, target, total: messages.length });
  }

  #add({ meta, position }: RecordedEvent, { campus }: Fields, news: News, place = ''): void {
    const list = `${campus}:${news.user}`;
    const number = (this.last.get(list) ?? 0) + 1;
    this.last.set(list, number);
    const order = `${position}${place}`;
    const item = { began: meta.at, post: null, chat: null, ...news, campus, at: meta.at, order, number, unread: true };
    this.items.set(news.id, item);
  }

  #comment(event: RecordedEvent, data: Fields): void {
    const { parentAuthor, author, postId, root, parent, ancestors } = data;
    if (parentAuthor === null || parentAuthor === author || ancestors.some((each) => this.#ended.has(each))) return;
    const kind = parent === root ? 'comment' : 'comment reply';
    const id = `${postId}-${parentAuthor}`;
    this.#add(event, data, { id, user: parentAuthor, kind, target: postId, post: root, actors: [author], total: 1 });
  }

  #participants(event: RecordedEvent, data: Fields): void {
    const { commentId: target, author, root: post, kind } = data;
    if (this.#ended.has(target)) return;
    for (const [place, user] of data.userIds.entries()) {
      const id = `${target}-${user}`;
      const news = { id, user, kind, target, post, actors: [author], total: 1 };
      if (!this.items.has(id)) this.#add(event, data, news, `-${String(place).padStart(2, '0')}`);
    }
  }

  #like(event: RecordedEvent, data: Fields): void {
    const { author, userId } = data;
    const { at } = event.meta;
    const target = data.commentId ?? data.postId;
    if (author === userId || this.#ended.has(target)) return;
    const open = this.#groups(target).find(({ began }) => Date.parse(at) - Date.parse(began) < LIKE_GROUP_MS);
    const others = (open?.actors ?? []).filter((each) => each !== userId);
    this.#add(event, data, {
      id: open?.id ?? `${target}-${author}-${dayOf(at)}`,
      ...{ user: author, kind: 'like', target, post: data.root ?? target },
      actors: [userId, ...others].slice(0, LIKE_ACTORS_MAX),
      total: (open?.total ?? 0) + (open?.actors.includes(userId) === true ? 0 : 1),
      ...(open === undefined ? {} : { began: open.began }),
    });
  }

  #unlike({ meta }: RecordedEvent, { commentId, postId, author, userId }: Fields): void {
    if (author === userId) return;
    const days = [meta.at, new Date(Date.parse(meta.at) - LIKE_GROUP_MS).toISOString()].map(dayOf);
    const group = this.#groups(commentId ?? postId).find(
      ({ began, actors }) => actors.includes(userId) && days.includes(dayOf(began)),
    );
    if (group === undefined) return;
    const actors = group.actors.filter((each) => each !== userId);
    if (group.total === 1) this.items.delete(group.id);
    else this.items.set(group.id, { ...group, actors, total: group.total - 1 });
  }

  /** The notifications of saves or likes of a thing, the newest first. */
  #groups(target: string): readonly Item[] {
    const own = [...this.items.values()].filter((item) => item.kind === 'like' && item.target === target);
    return own.toSorted((one, other) => (one.began > other.began ? -1 : 1));
  }
}

/** All notifications that follow from a history. */
export function notifiedBy(history: readonly RecordedEvent[]): Notified {
  const notified = new Notified();
  for (const event of history) notified.take(event);
  return notified;
}

/** The notifications of a history in the making, as far as it has been read. */
const soFar: Part<{ notified: Notified; read: number }> = { begin: () => ({ notified: new Notified(), read: 0 }) };

/** The same of a history that grows: each event is read once. */
export function notifiedSoFar(parts: Parts, history: readonly RecordedEvent[]): Notified {
  const state = parts.of(soFar);
  for (const event of history.slice(state.read)) state.notified.take(event);
  state.read = history.length;
  return state.notified;
}
