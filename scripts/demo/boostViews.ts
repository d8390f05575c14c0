import { ACTIONS, type Action } from '#domain/impression/actions.ts';
import type { CommandMap } from '#domain/registry.ts';
import { seededRandom } from './random.ts';
import type { StoryBoost } from './story/story.ts';

const HOUR_MS = 3_600_000;
/** Hours between two batches of a demo's ad: the server makes one a second, of the same people. */
const LOOK_EVERY_HOURS = 3;
/** Readers who look in three hours, at most, and from how many network addresses they come. */
const LOOKERS_MAX = 14;
const ADDRESSES = 120;
/** Shares of the readers who press the ad's button, and who do something else. */
const CLICK_SHARE = 0.12;
const OTHER_SHARE = 0.04;

/** The action that a press of an ad's button is. */
const CLICKS: Readonly<Record<StoryBoost['goal'], Action>> = {
  website: 'external_link_click',
  message: 'direct_message',
  profile: 'profile_visit',
};

/** The instants at which people looked at an ad, in milliseconds: the first soon after it has begun, the last before its end. */
export function lookTimes(start: number, end: number): readonly number[] {
  const step = LOOK_EVERY_HOURS * HOUR_MS;
  return Array.from({ length: Math.max(0, Math.ceil((end - start) / step - 0.5)) }, (_, n) => start + (n + 0.5) * step);
}

/** Those who looked at one of these instants, and what they did: the same each time that the story is played. */
export function lookers(goal: StoryBoost['goal'], key: string): CommandMap['CountActions']['sessions'] {
  const random = seededRandom([...key].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0));
  const count = 1 + Math.floor(random() * LOOKERS_MAX);
  return Array.from({ length: count }, (_, n) => {
    const did = new Set<Action>(['view']);
    if (random() < CLICK_SHARE) did.add(CLICKS[goal]);
    if (random() < OTHER_SHARE) did.add(random() < 0.5 ? 'copied_link' : 'profile_visit');
    // Addresses that are kept free for examples (RFC 5737).
    const viewer = { kind: 'address' as const, id: `203.0.113.${Math.floor(random() * ADDRESSES)}` };
    return { viewer, session: `${key}:${n}`, actions: ACTIONS.filter((action) => did.has(action)) };
  });
}
