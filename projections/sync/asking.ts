import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { laterPosition } from './position.ts';
import { HUB_EVENTS, type TopicAnswer } from './protocol.ts';

/**
 * The wire of pages whose WebSockets do not come through: the same messages and packets as over a socket, in questions over
 * HTTP that each stand for themselves. A question names every topic that its page shows, with its cursor, so any hub can
 * answer it; nothing of it is kept. Commands have a route of their own.
 */

/** Path of the questions. */
export const ASKING_PATH = '/api/live';
/** Messages of one question: as many topics as a connection may have, and some new ones. */
export const ASKED_MESSAGES_MAX = 60;
/**
 * Milliseconds that a hub holds a question open until something changes. Proxies that let no WebSocket through often end
 * requests after half a minute.
 */
export const ASKED_HELD_MS = 25_000;
/** Characters of what a page says that it has. */
const KNOWN_MAX_CHARACTERS = 60;

/** A message of a question; over a socket it would be one of its own. */
export const askedMessageSchema = z.strictObject({
  event: z.enum(['subscribe', 'page', 'need']),
  payload: z.unknown(),
  /** The state of the page: what it has of a topic that is never resumed, by `knownOf`; an answer that brings the same is no news. */
  known: z.optional(z.string().check(z.maxLength(KNOWN_MAX_CHARACTERS))),
});
export type AskedMessage = z.infer<typeof askedMessageSchema>;

export const askingSchema = z.strictObject({
  protocol: z.int(),
  /** The user that the page shows as signed in, `null`: a visitor. */
  user: z.nullable(idSchema),
  messages: z.array(askedMessageSchema).check(z.maxLength(ASKED_MESSAGES_MAX)),
  /** Whether the answer may wait until there is news. */
  isHeld: z.boolean(),
});
export type Asking = z.infer<typeof askingSchema>;

/** The answer: what a connection would have got that sent these messages. */
export const askedSchema = z.object({
  ok: z.literal(true),
  /** By message; `null`: there was no room for it, or it had no answer. */
  answers: z.array(z.unknown()),
  /** In the order in which they were sent; the last one is the progress up to the answer. */
  packets: z.array(z.tuple([z.enum(HUB_EVENTS), z.unknown()])),
  /** Why the hub ended the connection; `null`: it did not. */
  ended: z.nullable(z.string()),
});
export type Asked = z.infer<typeof askedSchema>;

/** A short word for the documents of an answer: it changes with each that comes, goes or is another version. */
export function knownOf({ documents }: Pick<TopicAnswer, 'documents'>): string {
  const newest = documents.reduce((position, document) => laterPosition(position, document.position), '');
  return `${documents.length} ${newest}`;
}
