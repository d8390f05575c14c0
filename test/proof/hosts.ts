/**
 * `npm run hosts`: a clean clone is started by `npm start` on computers with other Nodes, the oldest that the README names
 * among them. See docs/proof/hosts.md. Exit codes: 0 all of them got ready, 1 one did not.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { EXIT } from '#scripts/cli/failure.ts';
import { cloneInto, type Host, remove, setUpHost, startIn } from './hosts/host.ts';

/** Nodes with the npm that each was published with: the oldest, and each before and after a change of what packages ask. */
const HOSTS: readonly Host[] = [
  { node: '18.0.0', npm: '8.6.0' },
  { node: '18.20.8', npm: '10.8.2' },
  { node: '20.18.3', npm: '10.8.2' },
  { node: '22.11.0', npm: '10.9.0' },
  { node: '24.21.0', npm: '11.19.1' },
];

const print = (line: string) => process.stdout.write(`${line}\n`);

/** @returns whether the site got ready */
async function tryHost(host: Host): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-host-'));
  const name = `Node ${host.node}, npm ${host.npm}`;
  try {
    const commands = setUpHost(host, join(folder, 'host'));
    const clone = join(folder, 'clone');
    cloneInto(clone);
    const started = performance.now();
    await startIn(clone, commands);
    print(`${name}: ready after ${Math.round((performance.now() - started) / 1_000)} s`);
    return true;
  } catch (error) {
    print(`${name}: FAILED: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    remove(folder);
  }
}

async function run(versions: readonly string[]): Promise<void> {
  const hosts = HOSTS.filter(({ node }) => versions.length === 0 || versions.includes(node));
  let ready = 0;
  for (const host of hosts) ready += (await tryHost(host)) ? 1 : 0;
  print(`${ready} ready, ${hosts.length - ready} failed`);
  process.exitCode = ready === hosts.length && ready > 0 ? EXIT.ok : EXIT.finding;
}

await new Command('hosts')
  .description('starts a clean clone on computers with other Nodes; it needs the package registry')
  .argument('[versions...]', `only these: ${HOSTS.map(({ node }) => node).join(', ')}`)
  .action(run)
  .parseAsync();
