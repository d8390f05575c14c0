/**
 * `npm start`: the server with a demo campus to look around. A new data folder gets the demo campus (`--empty`: none;
 * never in production); `--lan` lets phones of the same network in.
 */
import { GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import type { Config } from '#server/config.ts';
import { MAILBOX_PATH } from '#server/http/devMail.ts';
import { lanAddresses } from '#server/http/ownHosts.ts';
import type { Foundation } from '#server/roles/foundation.ts';
import { runProcess } from '#server/roles/process.ts';
import { spaced, TEST_CARDS } from '#server/roles/sandboxEngines.ts';
import type { RunningServer } from '#server/roles/server.ts';
import { createBar } from './cli/progressBar.ts';
import { beginningOf } from './demo/begun.ts';
import { demoStory } from './demo/campus.ts';
import { PRIVATE_CAMPUS } from './demo/give.ts';
import { DEMO_PASSWORD, people } from './demo/people.ts';

/** Demo accounts that are offered as logins; the others are listed. */
const PRINTED_LOGINS = 2;

/** A campus beside the default one, to show that each host is a site of its own. */
const OTHER_CAMPUS = 'ut';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function seed(foundation: Foundation): Promise<void> {
  // A folder that somebody has filled (`quad seed`) stays as it is; a demo that was interrupted is made to its end.
  if ((await beginningOf(foundation.log, demoStory)) === 'other') return;
  print('Making the demo campus; only the first start does that.');
  // Imported only here, so that no other start loads the code that draws its pictures.
  const { seedDemo } = await import('./demo/seedDemo.ts');
  const bar = createBar('  {bar} {percentage} %');
  try {
    const { payAtSandbox } = await import('#server/roles/sandboxEngines.ts');
    const pay = payAtSandbox(foundation.stores.path);
    await seedDemo(foundation, { now: new Date(), pay, onProgress: bar.update });
  } finally {
    bar.stop();
  }
}

function printLogins(): void {
  print(`\nDemo logins, password ${DEMO_PASSWORD}`);
  for (const { email, name } of people.slice(0, PRINTED_LOGINS)) print(`  ${email.padEnd(30)} ${name}`);
  for (const { email, name } of people.filter(({ isModerator }) => isModerator === true))
    print(`  ${email.padEnd(30)} ${name}, moderator`);
  const others = people
    .slice(PRINTED_LOGINS)
    .filter(({ isModerator }) => isModerator !== true)
    .map(({ email }) => email.split('@')[0]);
  const domain = people[0]?.email.split('@')[1] ?? '';
  print(`  and, all at ${domain}: ${others.join(', ')}`);
}

/** Whether the folder has the demo's people; it has none if it was begun with `--empty`. */
async function hasDemo({ url }: RunningServer): Promise<boolean> {
  const [first] = people;
  const username = first?.name.toLowerCase().replaceAll(' ', '') ?? '';
  const answer = await fetch(`${url}/api/people/by-username/${username}`);
  return answer.ok;
}

async function welcome(config: Config, server: RunningServer): Promise<void> {
  const { port } = server;
  const site = config.publicUrl ?? `http://localhost:${port}`;
  print(`\nQuad is running   ${site}`);
  if (config.publicUrl === null) {
    print(`Another campus    http://${OTHER_CAMPUS}.localhost:${port}`);
    print(`All campuses      http://${GENERIC_CAMPUS}.localhost:${port}`);
  }
  if (config.lan) for (const address of lanAddresses()) print(`On this network   http://${address}:${port}`);
  if (config.environment === 'production') return;
  if (config.seedDemo && (await hasDemo(server))) {
    if (config.publicUrl === null) print(`A private one     http://${PRIVATE_CAMPUS}.localhost:${port}`);
    printLogins();
  }
  if (config.stripe === null) {
    print('\nPayments are a sandbox: no card is charged. Its test cards, with any other details:');
    print(`  ${spaced(TEST_CARDS.success)}   pays`);
    print(`  ${spaced(TEST_CARDS.declined)}   is declined`);
  }
  // It answers under this machine's own names only.
  if (config.smtpUrl === null) print(`\nMailbox           http://localhost:${port}${MAILBOX_PATH}`);
  print('Stop with Ctrl+C.\n');
}

await runProcess({ seed, onStarted: welcome });
