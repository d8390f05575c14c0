import * as z from 'zod/mini';
import { nameUuid } from './nameUuid.ts';

/** A lower-case UUID. */
export const idSchema = z.uuid();

/** Namespace of every id that Quad derives (RFC 9562 §5.5). */
const QUAD_NAMESPACE = '6f9619ff-8b86-5d01-b42d-00cf4fc964ff';

/** Hexadecimal digits, with the hyphen between them, of the 48 bits in which a UUID of version 7 says its time. */
const TIME_CHARACTERS = 13;

/**
 * An id that belongs to a name and begins like another one (RFC 9562 §5.8, version 8). Clients make ids of version 7,
 * which begin with their time: what is made from them one after another lies side by side in every index, and an
 * append touches a few pages of a large log instead of as many as it has ids. The other 74 bits are the name's.
 */
function idLike(model: string, name: string, namespace: string): string {
  const time = model.slice(0, TIME_CHARACTERS).toLowerCase();
  return `${time}-8${nameUuid(name, namespace).slice(TIME_CHARACTERS + 2)}`;
}

/**
 * The id under which a command takes effect: the sender's own id, bound to the sender, so that nobody can
 * spend another's command id.
 *
 * @param actor id of the acting user, or the name of the acting system part
 * @param clientId the UUID that the client gave the command
 */
export function effectiveCommandId(actor: string, clientId: string): string {
  return idLike(clientId, `command:${actor}:${clientId}`, QUAD_NAMESPACE);
}

/** The n-th new id that a command makes: a retry makes the same ones, and the browser knows them beforehand. */
export function newId(commandId: string, n: number): string {
  return idLike(commandId, `new:${n}`, commandId);
}

/** The id of the index-th event that a command appends. */
export function eventId(commandId: string, index: number): string {
  return idLike(commandId, `event:${index}`, commandId);
}

/** The id of what follows from an event: the command of a reactor, a note about an append. */
export function followingId(id: string, ...parts: readonly string[]): string {
  return idLike(id, `following:${parts.join(':')}`, id);
}

/** The id of something that is unique by its parties (a welcome post, a chat of a pair). */
export function derivedId(...parts: readonly string[]): string {
  return nameUuid(`derived:${parts.join(':')}`, QUAD_NAMESPACE);
}
