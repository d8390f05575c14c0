import type { Sale } from '#domain/post/sale.ts';
import { type BoostMoment, boostMoments } from './boosts.ts';
import { seededRandom } from './random.ts';
import type { Story, StoryComment, StoryPerson, StoryPost } from './story/story.ts';
import { type TalkMoment, talkMoments } from './talkMoments.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days before now on which the first and the last of the people signed up. */
const FIRST_JOINED_DAYS = 41;
const LAST_JOINED_DAYS = 14.6;
/** People who look at the site themselves: they have read what happened up to so many days before now. */
const READERS = 2;
const READ_DAYS = 6;
/** A save comes within so many days after its post. */
const SAVED_WITHIN_DAYS = 1.5;
/** A thing is sold at most so many days after it was posted. */
const SOLD_WITHIN_DAYS = 2.5;
/** An answer is liked so long after it was written. */
const LIKED_AFTER_MS = 7 * MINUTE_MS;
/** The story ends at least so long before now. */
const LAST_MOMENT_MS = 2 * MINUTE_MS;

/** One act of a person. Its command id is derived from `key`, which never changes. */
export type Moment =
  | { readonly at: Date; readonly key: string; readonly kind: 'join'; readonly person: StoryPerson }
  | { readonly at: Date; readonly key: string; readonly kind: 'post'; readonly by: string; readonly post: StoryPost }
  | { readonly at: Date; readonly key: string; readonly kind: 'save'; readonly by: string; readonly post: string }
  | { readonly at: Date; readonly key: string; readonly kind: 'like'; readonly by: string; readonly comment: string }
  | {
      readonly at: Date;
      readonly key: string;
      readonly kind: 'sale';
      readonly by: string;
      readonly post: string;
      readonly sale: Sale;
    }
  | {
      readonly at: Date;
      readonly key: string;
      readonly kind: 'comment';
      readonly by: string;
      readonly text: string;
      /** Keys of the post and of what is answered. */
      readonly root: string;
      readonly parent: string;
    }
  | { readonly at: Date; readonly key: string; readonly kind: 'read'; readonly by: string }
  | BoostMoment
  | TalkMoment;

/** The key and author of what is answered, and its time. */
interface Answered {
  readonly key: string;
  readonly by: string;
  readonly at: Date;
}

/** Comments and replies, with likes: of every second answer by the person who is answered. */
function commentMoments(root: string, answered: Answered, now: Date, comments: readonly StoryComment[]): Moment[] {
  const { key: parent, at: since } = answered;
  return comments.flatMap(({ by, after, text, replies }, index): Moment[] => {
    const key = `${parent}/${index}`;
    const at = new Date(since.getTime() + after * MINUTE_MS);
    const likedAt = new Date(Math.min(at.getTime() + LIKED_AFTER_MS, now.getTime() - LAST_MOMENT_MS));
    const isLiked = index % 2 === 0 && by !== answered.by;
    const likes: Moment[] = isLiked
      ? [{ at: likedAt, key: `like:${key}`, kind: 'like', by: answered.by, comment: key }]
      : [];
    const below = commentMoments(root, { key, by, at }, now, replies);
    return [{ at, key, kind: 'comment', by, text, root, parent }, ...likes, ...below];
  });
}

/** The owner of a post marks it, some days after it was posted. */
function saleMoment(index: number, posted: Date, now: Date, { by, sale }: { by: string; sale: Sale }): Moment {
  const latest = now.getTime() - LAST_MOMENT_MS;
  const at = new Date(Math.min(posted.getTime() + SOLD_WITHIN_DAYS * DAY_MS, latest));
  return { at, key: `sale:${index}`, kind: 'sale', by, post: `post:${index}`, sale };
}

/**
 * The whole story in the order in which it happened, ending now.
 *
 * @param seed draws the moments of saves
 */
export function timeline(story: Story, now: Date, seed: number): readonly Moment[] {
  const { people, posts, talks = [] } = story;
  const random = seededRandom(seed);
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const between = (FIRST_JOINED_DAYS - LAST_JOINED_DAYS) / Math.max(1, people.length - 1);
  const joins = people.map((person, index): Moment => {
    const at = daysAgo(FIRST_JOINED_DAYS - index * between);
    return { at, key: `join:${person.key}`, kind: 'join', person };
  });
  const written = posts.flatMap((post, index): Moment[] => {
    const key = `post:${index}`;
    const at = daysAgo(post.daysAgo);
    const open = Math.min(SAVED_WITHIN_DAYS * DAY_MS, now.getTime() - at.getTime() - LAST_MOMENT_MS);
    const saves = post.savedBy.map((by): Moment => {
      return {
        at: new Date(at.getTime() + MINUTE_MS + random() * open),
        key: `save:${index}:${by}`,
        kind: 'save',
        by,
        post: key,
      };
    });
    const sales = post.sale === undefined ? [] : [saleMoment(index, at, now, { by: post.by, sale: post.sale })];
    const comments = commentMoments(key, { key, by: post.by, at }, now, post.comments);
    return [{ at, key, kind: 'post', by: post.by, post }, ...comments, ...saves, ...sales];
  });
  const talked = talks.flatMap((talk, index) => talkMoments(talk, index, now));
  const reads = people.slice(0, READERS).map((person): Moment => {
    return { at: daysAgo(READ_DAYS), key: `read:${person.key}`, kind: 'read', by: person.key };
  });
  return [...joins, ...written, ...talked, ...boostMoments(story, now), ...reads].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
}
