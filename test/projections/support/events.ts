import type { RecordedEvent } from '#domain/kernel/event.ts';
import { derivedId, eventId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { personal } from '#domain/kernel/personal.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { eventDefinitions } from '#domain/registry.ts';

/** A readable name as the UUID that ids have to be. */
export function id(name: string): string {
  return derivedId('test', name);
}

/** A picture of some size. */
export function photo(name: string, width = 800, height = 600): Media {
  return { kind: 'image', name: `${name}.jpg`, width, height };
}

/** The n-th position of a log. */
export function position(n: number): string {
  return String(n).padStart(16, '0');
}

/** The instant of the n-th event: one a second. */
export function instant(n: number): string {
  return new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
}

/** A log in the making: each event is checked against its schema and gets the next position. */
export interface LogBuilder {
  readonly events: readonly RecordedEvent[];
  /** @param stream name of its stream, where that matters */
  add(type: string, data: object, stream?: string): RecordedEvent;
}

/** @param before events already in the log */
export function createLogBuilder(before: readonly RecordedEvent[] = []): LogBuilder {
  const events: RecordedEvent[] = [...before];
  return {
    events,
    add(type, data, stream = 'test') {
      const definition = eventDefinitions[type];
      if (definition === undefined) throw new Error(`There is no event ${type}.`);
      const n = events.length + 1;
      const commandId = id(`command ${n}`);
      const event: RecordedEvent = {
        id: eventId(commandId, 0),
        stream,
        revision: events.length,
        position: position(n),
        type,
        version: definition.version,
        data: definition.schema.parse(data),
        meta: { commandId, commandHash: 'test', actor: 'test', campus: 'ou', at: instant(n), causedBy: null },
      };
      events.push(event);
      return event;
    },
  };
}

/** A word in every personal field of a person; tests search for it after the erasure. */
export function canary(name: string): string {
  return `canary-of-${name}.`;
}

/** A text of one line, as personal data. */
export function text(line: string) {
  return personal(richTextOf(line));
}

/** Data of a person's registration. */
export function registration(name: string, campus = 'ou') {
  return {
    userId: id(name),
    campus,
    email: personal(`${name}@mail.example`),
    username: personal(name),
    firstName: personal(name),
    lastName: personal('X.'),
  };
}

/** Data of a school verification. */
export function verification(name: string, campus = 'ou', previousCampus: string | null = null) {
  return { userId: id(name), campus, previousCampus, schoolEmail: personal(`${name}@${campus}.edu`) };
}

/** Position of a post or comment. */
export interface Place {
  readonly postId: string;
  readonly kind: 'post' | 'new user';
  readonly campus: string;
  readonly author: string;
  readonly root: string;
  readonly parent: string | null;
  readonly ancestors: readonly string[];
}

/** The position of a top-level post. */
export function topLevel(name: string, author: string, change: Partial<Place> = {}): Place {
  const postId = id(name);
  return {
    postId,
    kind: 'post',
    campus: 'ou',
    author: id(author),
    root: postId,
    parent: null,
    ancestors: [],
    ...change,
  };
}

/** The position of a comment below another post or comment. */
export function below(parent: Place, name: string, author: string): Place {
  return {
    ...parent,
    postId: id(name),
    kind: 'post',
    author: id(author),
    parent: parent.postId,
    ancestors: [...parent.ancestors, parent.postId],
  };
}

/** Data of PostCreated. */
export function creation(place: Place, line = 'for sale') {
  return {
    ...place,
    text: text(line),
    media: personal([]),
    imageCount: 0,
    category: 'all',
    price: null,
    condition: null,
    parentAuthor: place.parent === null ? null : id('somebody'),
  };
}

/** Data of PostDeleted. */
export function deletion(place: Place, cause: 'author' | 'cascade' | 'moderator' = 'author') {
  return { ...place, cause, reason: cause === 'moderator' ? ('scam' as const) : null };
}

/** Data of CommentLiked and CommentUnliked. */
export function liking({ postId: commentId, root, campus, author }: Place, user: string) {
  return { commentId, userId: id(user), root, campus, author };
}

/** Data of PostSaved and PostUnsaved. */
export function saving(place: Place, user: string) {
  return { postId: place.postId, userId: id(user), campus: place.campus, author: place.author };
}
