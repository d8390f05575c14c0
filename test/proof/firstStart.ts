/**
 * `npm run first-start`: starts the site as README.md says (`npm start`), waits until it is ready, signs up by a mailed
 * code, posts with a photo, and reads the post as a visitor. It drives no browser: it runs wherever Node does, on macOS and
 * Windows too. Exit codes: 0 it held, 1 it did not.
 */
import { equal, ok } from 'node:assert/strict';
import { Command } from 'commander';
import { topicName } from '#projections/sync/topicNames.ts';
import { EXIT } from '#scripts/cli/failure.ts';
import { makeMember } from '../e2e/harness/member.ts';
import { noisyPhoto } from '../e2e/harness/pictures.ts';
import { startQuad } from '../e2e/harness/quadServer.ts';
import { exchange } from '../e2e/harness/wire.ts';

/** As `npm start` does it. */
const NPM_START = ['scripts/bootstrap.mjs', '--build', 'scripts/start.ts'];
/** Milliseconds for a first start, which installs packages, builds the client and writes the demo campus. */
const FIRST_START_MS = 15 * 60_000;
const WORDS = 'A post from a machine that has just met us';

const print = (line: string) => process.stdout.write(`${line}\n`);

async function meet(): Promise<void> {
  const server = await startQuad(NPM_START, FIRST_START_MS);
  print('The site is ready.');
  try {
    const member = await makeMember(server, 'Nell Newcomer');
    print('Nell has an account, by a mailed code, and a picture.');
    const postId = await member.post(WORDS, [await noisyPhoto()]);
    const ask = (path: string) => exchange({ method: 'GET', port: server.port, host: server.host(), path });
    const topic = await ask(`/api/topics/${topicName.post(postId)}`);
    equal(topic.status, 200);
    ok(topic.text.includes(WORDS), 'The post is not what was written.');
    const page = await ask(`/post/${postId}`);
    equal(page.status, 200);
    ok(page.text.includes(WORDS), 'The page of the post has no word of it.');
    print('Her post is there for everybody.');
  } finally {
    await server.remove();
  }
}

await new Command('first-start')
  .description('starts the site as a newcomer does, signs up and posts over HTTP')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage))
  .action(async () => {
    try {
      await meet();
      print('1 held, 0 failed');
    } catch (error) {
      print(error instanceof Error ? (error.stack ?? error.message) : String(error));
      print('0 held, 1 failed');
      process.exitCode = EXIT.finding;
    }
  })
  .parseAsync();
process.exit();
