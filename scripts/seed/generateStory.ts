import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { people as demoPeople } from '../demo/people.ts';
import { pick, type Random, seededRandom } from '../demo/random.ts';
import type { Story, StoryComment, StoryPerson, StoryPost } from '../demo/story/story.ts';
import { answers, bios, conditions, firstNames, lastNames, places, reasons, remarks, things } from './words.ts';

/** Days over which the posts are spread. */
const STORY_DAYS = 14;
/** Comments and saves of a post at most. */
const COMMENTS_MAX = 5;
const SAVES_MAX = 6;
/** Minutes between a text and its answer at most. */
const ANSWER_MINUTES_MAX = 180;
const MINUTES_PER_DAY = 1_440;

export interface GenerateOptions {
  readonly people: number;
  readonly posts: number;
  readonly seed: number;
}

function person(index: number, seed: number, random: Random): StoryPerson {
  const [first, last] = [pick(random, firstNames), pick(random, lastNames)];
  const email = `${first}.${last}.${seed}.${index}@ou.edu`.toLowerCase().slice(-EMAIL_MAX_CHARACTERS);
  const { face } = pick(random, demoPeople);
  return { key: `p${index}`, name: `${first} ${last}`, email, bio: pick(random, bios), face };
}

function comments(author: string, keys: readonly string[], daysAgo: number, random: Random): StoryComment[] {
  // Everything is said before the story ends, also below the newest post.
  const span = Math.min(ANSWER_MINUTES_MAX, (daysAgo * MINUTES_PER_DAY) / 3);
  return Array.from({ length: Math.floor(random() * (COMMENTS_MAX + 1)) }, (): StoryComment => {
    const reply = { by: author, after: 1 + random() * span, text: pick(random, answers), replies: [] };
    const text = pick(random, remarks);
    return { by: pick(random, keys), after: 1 + random() * span, text, replies: random() < 0.6 ? [reply] : [] };
  });
}

function post(index: number, count: number, keys: readonly string[], random: Random): StoryPost {
  const daysAgo = STORY_DAYS * (1 - (index + 0.5) / count) + 0.02;
  const by = pick(random, keys);
  const { name, category } = pick(random, things);
  const dollars = 5 * Math.ceil(random() * 40);
  const text = `${name}, $${dollars}. ${pick(random, conditions)} ${pick(random, reasons)} ${pick(random, places)}`;
  const savers = new Set(Array.from({ length: Math.floor(random() * (SAVES_MAX + 1)) }, () => pick(random, keys)));
  return {
    by,
    daysAgo,
    category,
    price: { dollars },
    text,
    pictures: [],
    savedBy: [...savers],
    comments: comments(by, keys, daysAgo, random),
  };
}

/** A made-up story of any size: the same for the same numbers. */
export function generateStory({ people, posts, seed }: GenerateOptions): Story {
  const random = seededRandom(seed);
  const students = Array.from({ length: people }, (_, index) => person(index, seed, random));
  const keys = students.map(({ key }) => key);
  const written = Array.from({ length: posts }, (_, index) => post(index, posts, keys, random));
  return { name: `made-up-${people}-${posts}`, people: students, posts: written };
}
