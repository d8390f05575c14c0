import { Command } from 'commander';
import { openFoundation } from '#server/roles/foundation.ts';
import type { Io } from './cli/io.ts';
import { dataOption, wholeNumber } from './cli/options.ts';
import { createBar } from './cli/progressBar.ts';
import { demoStory } from './demo/campus.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { playStory } from './demo/playStory.ts';
import { generateStory } from './seed/generateStory.ts';

interface SeedOptions {
  readonly data: string;
  readonly people: number;
  readonly posts: number;
  readonly seed: number;
  readonly demo?: true;
}

const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;

/** Fills a data folder with people and posts by real commands; the same call again changes nothing. */
export async function runSeed({ data, people, posts, seed, demo }: SeedOptions, io: Io): Promise<void> {
  const story = demo === true ? demoStory : generateStory({ people, posts, seed });
  const bar = createBar('{bar} {percentage} %  {value} of {total} actions');
  const foundation = await openFoundation({ ...NO_MAIL, dataDir: data }, 'quad seed');
  try {
    await playStory(foundation, story, { now: new Date(), seed, onProgress: bar.update });
  } finally {
    bar.stop();
    await foundation.close();
  }
  io.print(`${story.people.length} people and ${story.posts.length} posts; the password of each is ${DEMO_PASSWORD}.`);
}

/** `quad seed`. */
export function seedVerb(io: Io): Command {
  return new Command('seed')
    .description('fill the data folder with made-up people, posts, comments and saves; no server may be running on it')
    .addOption(dataOption())
    .option('--people <n>', 'people', wholeNumber(), 20)
    .option('--posts <n>', 'posts', wholeNumber(0), 100)
    .option('--seed <n>', 'another number makes other people and posts', wholeNumber(), 1)
    .option('--demo', 'the demo campus of the first start, instead of made-up ones')
    .action((options: SeedOptions) => runSeed(options, io));
}
