import { defineTopicNames } from './topic.ts';

/**
 * The topic of what one person alone may see: a document in it is sent to every connection of theirs, whatever that has
 * joined, and to nobody else (P8). It is followed like any other topic; the noun `user` declares what it shows.
 */
export const OWN_TOPIC = { me: ['userId'] } as const;

/** The own topic of a person. */
export const ownTopic = defineTopicNames(OWN_TOPIC).me;

const START = ownTopic('');

/** Whose own topic this is; `null`: it is another topic. */
export function ownerOfTopic(name: string): string | null {
  return name.startsWith(START) ? name.slice(START.length) : null;
}
