/**
 * `npm run proxies`: the site in production behind each proxy of Debian's packages that this machine has, as the guide in
 * docs/operations.md sets it up. See docs/proof/proxies.md. Exit codes: 0 all of them held, 1 one did not.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { EXIT } from '#scripts/cli/failure.ts';
import { launchChromium } from '../e2e/harness/chromium.ts';
import { freePort } from '../e2e/harness/freePort.ts';
import { makeMember } from '../e2e/harness/member.ts';
import { startQuad } from '../e2e/harness/quadServer.ts';
import { PROXIES, type ReverseProxy, SITE, startProxy, versionOf, writeCertificate } from './proxies/proxy.ts';
import { visit } from './proxies/visit.ts';

/** Of a server behind one proxy; nobody is sent a mail. */
const PRODUCTION = {
  QUAD_ENV: 'production',
  TRUSTED_PROXIES: '1',
  PUBLIC_URL: 'https://quad.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMTP_TLS: 'optional',
};
const MS_PER_SECOND = 1_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** @returns whether all steps held */
async function tryProxy(proxy: ReverseProxy): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-proxy-'));
  const variables: Record<string, string> = {};
  // Accounts are made as in development, where the mailbox shows the codes; then it is production.
  const server = await startQuad(undefined, undefined, variables);
  const ends: (() => Promise<void>)[] = [() => server.remove()];
  try {
    const [ann, ben] = [await makeMember(server, 'Ann Able'), await makeMember(server, 'Ben Baker')];
    await server.kill();
    Object.assign(variables, PRODUCTION);
    await server.start();
    const port = await freePort();
    mkdirSync(join(folder, 'proxy'));
    const place = { port, serverPort: server.port, folder: join(folder, 'proxy'), ...writeCertificate(folder) };
    ends.unshift(await startProxy(proxy, place));
    const browser = await launchChromium([`--host-resolver-rules=MAP ${SITE}:443 127.0.0.1:${port}`]);
    ends.unshift(() => browser.close());
    let since = performance.now();
    await visit({ browser, server, port, ann, ben }, (step) => {
      print(`  ${step}: ${((performance.now() - since) / MS_PER_SECOND).toFixed(1)} s`);
      since = performance.now();
    });
    return true;
  } catch (error) {
    print(`  FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return false;
  } finally {
    for (const end of ends) await end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(names: readonly string[]): Promise<void> {
  let failed = 0;
  let held = 0;
  for (const proxy of PROXIES.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const version = versionOf(proxy);
    print(version === null ? `${proxy.name}: left out, this machine does not have it` : `${proxy.name} (${version})`);
    if (version === null) continue;
    if (await tryProxy(proxy)) held += 1;
    else failed += 1;
  }
  print(`${held} held, ${failed} failed`);
  process.exitCode = failed === 0 ? EXIT.ok : EXIT.finding;
}

await new Command('proxies')
  .description('runs the site in production behind nginx, Caddy and HAProxy, as the guide sets them up')
  .argument('[names...]', `only these: ${PROXIES.map(({ name }) => name).join(', ')}`)
  .action(run)
  .parseAsync();
