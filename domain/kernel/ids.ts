import * as z from 'zod/mini';
import { nameUuid } from './nameUuid.ts';

/**
 * A UUID, in lower-case letters: one that comes in capitals is the same id, and is read as that (RFC 9562 §4). What a
 * schema has read counts, never the text before.
 */
export const idSchema = z.uuid().check(z.toLowerCase());

/** Namespace of every id that Quad derives (RFC 9562 §5.5). */
const QUAD_NAMESPACE = '6f9619ff-8b86-5d01-b42d-00cf4fc964ff';

/** Hexadecimal digits and hyphen of the 48-bit time of a UUID of version 7. */
const TIME_CHARACTERS = 13;

/**
 * An id derived from a name, with the time of another id (RFC 9562 §5.8, version 8). Clients make ids of version 7,
 * which begin with their time. Ids derived from them in sequence are adjacent in every index, so an append touches a
 * few pages of a large log instead of one page an id. The other 74 bits are a hash of the name.
 */
function idLike(model: string, name: string, namespace: string): string {
  const time = model.slice(0, TIME_CHARACTERS).toLowerCase();
  return `${time}-8${nameUuid(name, namespace).slice(TIME_CHARACTERS + 2)}`;
}

/**
 * The id of a command on the server: the sender's own id, bound to the sender, so that nobody can use up another user's
 * command id.
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

/** The id of a consequence of an event: a reactor's command, a note about an append. */
export function followingId(id: string, ...parts: readonly string[]): string {
  return idLike(id, `following:${parts.join(':')}`, id);
}

/** The id of something that is unique by its parties (a welcome post, a chat of a pair). */
export function derivedId(...parts: readonly string[]): string {
  return nameUuid(`derived:${parts.join(':')}`, QUAD_NAMESPACE);
}
