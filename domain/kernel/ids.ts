import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';

/** A lower-case UUID. */
export const idSchema = z.uuid();

/** Namespace of every id that Quad derives (RFC 9562 §5.5). */
const QUAD_NAMESPACE = '6f9619ff-8b86-5d01-b42d-00cf4fc964ff';

/**
 * The id under which a command takes effect: the sender's own id, bound to the sender, so that nobody can
 * spend another's command id.
 *
 * @param actor id of the acting user, or the name of the acting system part
 * @param clientId the UUID that the client gave the command
 */
export function effectiveCommandId(actor: string, clientId: string): string {
  return uuidv5(`command:${actor}:${clientId}`, QUAD_NAMESPACE);
}

/** The n-th new id that a command makes: a retry makes the same ones, and the browser knows them beforehand. */
export function newId(commandId: string, n: number): string {
  return uuidv5(`new:${n}`, commandId);
}

/** The id of the index-th event that a command appends. */
export function eventId(commandId: string, index: number): string {
  return uuidv5(`event:${index}`, commandId);
}

/** The id of something that is unique by its parties (a welcome post, a chat of a pair). */
export function derivedId(...parts: readonly string[]): string {
  return uuidv5(`derived:${parts.join(':')}`, QUAD_NAMESPACE);
}
