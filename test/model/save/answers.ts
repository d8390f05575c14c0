import type { Post, PostCounters } from '#projections/post/collections.ts';
import { type Save, saveKey } from '#projections/save/collections.ts';
import {
  type AnsweredCommand,
  type AnswersModel,
  documentsOf,
  expects,
  type SeenFromOutside,
  type Truth,
} from '../answers.ts';
import type { Part, Parts } from '../parts.ts';

interface ExpectedSave {
  readonly post: string;
  readonly userId: string;
  readonly saved: Truth;
}

/** Saves by the answers that their users got, by `saveKey`. */
export const expectedSaves: Part<Map<string, ExpectedSave>> = { begin: () => new Map() };

const WANTED: Readonly<Record<string, Truth>> = { SavePost: 'yes', UnsavePost: 'no' };

function take({ userId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const wanted = WANTED[type];
  if (wanted === undefined) return;
  const saves = parts.of(expectedSaves);
  const post = String(data.postId);
  const key = saveKey(post, userId);
  const before = saves.get(key)?.saved ?? 'no';
  const saved = truth === 'yes' ? wanted : truth === 'no' || before === wanted ? before : 'maybe';
  saves.set(key, { post, userId, saved });
}

function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const expected = parts.of(expectedSaves);
  const posts = documentsOf<Post>(seen, 'posts');
  const own = documentsOf<Save>(seen, 'saves');
  for (const [key, { post, userId, saved }] of expected) {
    if (!seen.readers.has(userId)) continue;
    const isMissing = saved === 'yes' && posts.has(post) && !own.has(key);
    yield expects(!isMissing, () => `The save ${key} was acknowledged and is missing.`);
    yield expects(saved !== 'no' || !own.has(key), () => `The save ${key} was taken back and is there.`);
  }
  const counters = documentsOf<PostCounters>(seen, 'postCounters');
  for (const { id, parent, kind } of posts.values()) {
    if (parent !== null || kind !== 'post') continue;
    const saves = [...expected.values()].filter(({ post }) => post === id);
    const sure = saves.filter(({ saved }) => saved === 'yes').length;
    const possible = saves.filter(({ saved }) => saved !== 'no').length;
    const said = counters.get(id)?.saves ?? 0;
    const isRight = sure <= said && said <= possible;
    yield expects(isRight, () => `The number of saves of ${id} says ${said}, it is ${sure} to ${possible}.`);
  }
}

/** Saves, as each person sees their own: the last answer about each is true, on existing posts. */
export const saveAnswers: AnswersModel = { take, check };
