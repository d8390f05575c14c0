import { pick, type Random, seededRandom } from '#scripts/demo/random.ts';
import { FILLERS, TRAPS } from './fillers.ts';
import { THINGS, type Thing } from './things.ts';

/** A post of the made corpus. */
export interface JudgedPost {
  readonly key: string;
  /** Id of the thing that it offers. */
  readonly thing: string;
  /** How the thing is written there. */
  readonly way: string;
  readonly text: string;
  readonly category: string;
  readonly at: number;
}

export const CORPUS_POSTS = 10_000;
const CORPUS_SEED = 27;
/** Milliseconds between two posts. */
const BETWEEN_MS = 60_000;
/** Of a hundred posts, those of things that are asked for: some 17 a thing, so that an answer must know several ways to write it. */
const ASKED_PERCENT = 22;
const ASKED = [...THINGS, ...TRAPS];
/** Of a hundred posts, those in which the seller chose no category. */
const UNSORTED_PERCENT = 20;

const BEFORE = [
  'Selling',
  'For sale:',
  'FS',
  'Moving out!',
  'Need gone:',
  'Must go',
  'Giving away',
  'Hey all,',
  'Barely used',
  '',
];
const COLOURS = ['black', 'white', 'red', 'blue', 'grey', 'green', '', '', '', ''];
const STATES = [
  'like new',
  'great condition',
  'works fine',
  'some scratches',
  'used for one semester',
  'no damage',
  '',
];
/** Things that people add. */
const AFTER = [
  ...[
    'pick up near campus',
    'text me',
    'cash or Venmo',
    'can deliver if you live close',
    'OBO',
    'price is firm',
    'graduating in May',
  ],
  ...[
    'from a smoke free home',
    'great for a dorm',
    'comes with the original box',
    'DM for photos',
    'bring a friend, it is heavy',
  ],
  ...['stored in a closet', 'paid twice as much', 'first come first served', '🔥🔥', '✨'],
];
/** Things that a few add, in which others are named. */
const MENTIONS = [
  ...[
    'fits in a small car',
    'has to fit in your truck',
    'next to the bookstore',
    'my roommate never used it',
    'no pets',
  ],
  ...[
    'I can meet at the library desk',
    'bought it for my chem lab',
    'will trade for a bike',
    'call my phone',
    'near the tennis court',
  ],
];
/** Of a hundred posts, those with such a mention. */
const MENTION_PERCENT = 2;

/** The same posts in every run: things that students sell, written as they do. */
export function judgedCorpus(): readonly JudgedPost[] {
  const random = seededRandom(CORPUS_SEED);
  /** Posts of each thing so far: its ways take turns, so that all occur. */
  const counts = new Map<string, number>();
  return Array.from({ length: CORPUS_POSTS }, (_, n) => {
    const kinds = random() * 100 < ASKED_PERCENT ? ASKED : FILLERS;
    const thing = pick(random, kinds);
    const count = counts.get(thing.id) ?? 0;
    counts.set(thing.id, count + 1);
    const ways = thing.ways.split('|');
    return postOf(thing, ways[count % ways.length] ?? '', n, random);
  });
}

function postOf({ id, category }: Thing, way: string, n: number, random: Random): JudgedPost {
  const price = `$${5 + Math.floor(random() * 300)}`;
  const isForeign = category === 'all';
  const parts = isForeign
    ? [way, price]
    : [
        [pick(random, BEFORE), pick(random, COLOURS), way].filter((part) => part !== '').join(' '),
        ...[
          pick(random, STATES),
          price,
          pick(random, AFTER),
          pick(random, random() * 100 < MENTION_PERCENT ? MENTIONS : AFTER),
        ].filter((part) => part !== ''),
      ];
  const isSorted = random() * 100 >= UNSORTED_PERCENT;
  return {
    key: `p${n}`,
    thing: id,
    way,
    text: parts.join('. '),
    category: isSorted ? category : 'all',
    at: n * BETWEEN_MS,
  };
}
