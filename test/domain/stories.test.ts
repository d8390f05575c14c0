import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSystemEvent } from '#domain/kernel/systemEvents.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { NOW } from './given.ts';
import { type Intent, intents, step } from './intents.ts';
import { photo } from './samples.ts';
import { expectLawfulLog, expectUniqueOwners } from './storyRules.ts';
import { World } from './world.ts';

/** Pinned: a failure prints the path to its counterexample. */
const SEED = 20_260_302;
const STORIES = 200;
const STEPS = 100;

const settled: Omit<Intent, 'type' | 'who' | 'email' | 'campus'> = {
  pick: 0,
  pick2: 1,
  pause: 1,
  name: 'Ada Lovelace',
  text: 'Selling my desk.',
  richText: richTextOf('Oak desk, $40'),
  media: [photo('face')],
  category: 'all',
  sabotage: null,
};

/** Three people who may do everything: without them few random stories would get anywhere. */
const prologue: readonly Intent[] = ['ada@ou.edu', 'bob@ou.edu', 'cyd@utexas.edu'].flatMap((email, who) =>
  ['RegisterUser', 'ConfirmEmail', 'JoinWithConfirmedEmail', 'ChangeProfilePicture', 'ChangeBio', 'CreatePost'].map(
    (type) => ({
      ...settled,
      type,
      who,
      email,
      campus: who === 2 ? 'ut' : 'ou',
    }),
  ),
);

/** Every command on the way is checked by the world: it never throws, repeats without effect, fits its schema. */
function tell(story: readonly Intent[]): World {
  const world = new World();
  let now = NOW;
  for (const intent of [...prologue, ...story]) now = step(world, intent, now);
  return world;
}

/** What an event shows a story to have reached. */
function labelOf(event: PostEvent): string {
  if (event.type === 'PostDeleted') return `deleted by ${event.data.cause}`;
  if (event.type !== 'PostCreated') return event.type;
  if (event.data.kind === 'new user') return 'welcome';
  return ['post', 'comment', 'reply'][Math.min(event.data.ancestors.length, 2)] ?? '';
}

describe('any story of valid and hostile commands', () => {
  it('[DATA-14] [POST-19] [SAVE-04] [COMM-04] [VERF-16] leaves a lawful log and unique owners', () => {
    const told = new Set<string>();
    fc.assert(
      fc.property(fc.array(intents, { minLength: STEPS / 2, maxLength: STEPS, size: 'max' }), (story) => {
        const world = tell(story);
        expectLawfulLog(world.log);
        expectUniqueOwners(world);
        for (const { event } of world.log) told.add(labelOf(event as PostEvent));
      }),
      { seed: SEED, numRuns: STORIES },
    );
    // The property says something only if the stories get everywhere.
    const others = Object.keys(eventDefinitions).filter(
      (type) => !isSystemEvent({ type }) && !/^Post(Cre|Del)/.test(type),
    );
    const posts = ['welcome', 'post', 'comment', 'reply', 'deleted by author', 'deleted by cascade'];
    expect([...told].sort()).toEqual([...others, ...posts].sort());
  });
});
