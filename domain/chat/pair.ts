import { derivedId } from '../kernel/ids.ts';

/** The id of the one chat of two people: the same whichever of them begins it (CHAT-15). */
export function chatIdOf(one: string, other: string): string {
  return one < other ? derivedId('chat', one, other) : derivedId('chat', other, one);
}
