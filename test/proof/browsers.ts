/**
 * `npm run browsers -- firefox webkit`: the main journey in other browsers than the tests' own. See docs/proof/systems.md.
 * Exit codes: 0 all of them held, 1 one did not.
 */
import { Argument, Command } from 'commander';
import { type Browser, firefox, webkit } from 'playwright-core';
import { EXIT } from '#scripts/cli/failure.ts';
import { launchChromium } from '../e2e/harness/chromium.ts';
import { makeMember } from '../e2e/harness/member.ts';
import { startQuad } from '../e2e/harness/quadServer.ts';
import { travel } from './browsers/journey.ts';

/** How each is started. Firefox and WebKit are Playwright's own builds: `npx playwright-core install firefox webkit`. */
const BROWSERS: Readonly<Record<string, () => Promise<Browser>>> = {
  chromium: () => launchChromium(),
  firefox: () => firefox.launch(),
  webkit: () => webkit.launch(),
};
const MS_PER_SECOND = 1_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** @returns whether the whole journey held */
async function tryBrowser(name: string, launch: () => Promise<Browser>): Promise<boolean> {
  const server = await startQuad();
  const ends: (() => Promise<void>)[] = [() => server.remove()];
  try {
    const [ann, ben] = [await makeMember(server, 'Ann Able'), await makeMember(server, 'Ben Baker')];
    const browser = await launch();
    ends.unshift(() => browser.close());
    print(`${name} ${browser.version()}`);
    let since = performance.now();
    await travel({ browser, server, ann, ben }, (step) => {
      print(`  ${step}: ${((performance.now() - since) / MS_PER_SECOND).toFixed(1)} s`);
      since = performance.now();
    });
    return true;
  } catch (error) {
    print(`${name} FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return false;
  } finally {
    for (const end of ends) await end();
  }
}

async function run(names: readonly string[]): Promise<void> {
  let failed = 0;
  for (const name of names) {
    const launch = BROWSERS[name];
    if (launch === undefined || !(await tryBrowser(name, launch))) failed += 1;
  }
  print(`${names.length - failed} held, ${failed} failed`);
  process.exitCode = failed === 0 ? EXIT.ok : EXIT.finding;
}

await new Command('browsers')
  .description('takes two people through log-in, a post, a comment and back, live, in each browser')
  .addArgument(new Argument('<names...>', 'of the browsers').choices(Object.keys(BROWSERS)))
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage))
  .action(run)
  .parseAsync();
process.exit();
