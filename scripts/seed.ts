import { Command } from 'commander';
import { openFoundation } from '#server/roles/foundation.ts';
import { CliFailure } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { dataOption, wholeNumber } from './cli/options.ts';
import { createBar } from './cli/progressBar.ts';
import { beginningOf } from './demo/begun.ts';
import { demoStory } from './demo/campus.ts';
import { createStoryIds } from './demo/ids.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { playStory } from './demo/playStory.ts';
import { generateStory } from './seed/generateStory.ts';

interface SeedOptions {
  readonly data: string;
  readonly people: number;
  readonly posts: number;
  readonly seed: number;
  readonly acts: number;
  readonly demo?: true;
}

const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;

/** Words for a folder in which something else stands already. */
const refusal = (data: string) =>
  `${data} is in use already, by other people than these: nothing was added. Name an unused folder with --data, or give ` +
  'the same numbers as the first time.';

/** Fills a data folder with people and posts by real commands; the same call again changes nothing, another one is refused. */
export async function runSeed({ data, people, posts, acts, seed, demo }: SeedOptions, io: Io): Promise<void> {
  const story = demo === true ? demoStory : generateStory({ people, posts, seed });
  let done = 0;
  const bar = createBar('{bar} {percentage} %  {value} of {total} actions');
  const foundation = await openFoundation({ ...NO_MAIL, dataDir: data }, 'quad seed');
  try {
    const now = new Date();
    const beginning = await beginningOf(foundation.log, story, seed);
    if (beginning === 'other') throw new CliFailure(refusal(data));
    const isUnused = beginning === 'none';
    await playStory(foundation, story, { now, seed, onProgress: bar.update });
    // An act that changed nothing leaves no trace, and could change something if it were given again later.
    if (isUnused && demo !== true && acts > 0) {
      // The models draw with a tool of the tests: only this verb needs it.
      const { playActs } = await import('./seed/playActs.ts');
      const ids = createStoryIds(story.name, seed);
      const userIds = story.people.map(({ key }) => ids.user(key));
      done = await playActs({ people: userIds, acts, seed, now, dispatcherAt: foundation.dispatcherAt });
    }
  } finally {
    bar.stop();
    await foundation.close();
  }
  const then = done === 0 ? '' : `, then ${done} acts of theirs`;
  io.print(
    `${story.people.length} people and ${story.posts.length} posts${then}; the password of each is ${DEMO_PASSWORD}.`,
  );
}

/** `quad seed`. */
export function seedVerb(io: Io): Command {
  return new Command('seed')
    .description('fill the data folder with made-up people and what they do; no server may be running on it')
    .addOption(dataOption())
    .option('--people <n>', 'people', wholeNumber(), 20)
    .option('--posts <n>', 'posts', wholeNumber(0), 100)
    .option('--acts <n>', 'acts of any noun after the posts, at random', wholeNumber(0), 200)
    .option('--seed <n>', 'another number makes other people and posts', wholeNumber(), 1)
    .option('--demo', 'the demo campus of the first start, instead of made-up ones')
    .action((options: SeedOptions) => runSeed(options, io));
}
