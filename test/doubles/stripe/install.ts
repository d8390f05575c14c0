import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cachedPath } from '../cache.ts';

/** Milliseconds for download and build. */
const INSTALL_MS = 10 * 60_000;

const pin = join(import.meta.dirname, 'version.json');

/** The module that is installed, its version, and the version of the API that it has. */
export const MOCK = JSON.parse(readFileSync(pin, 'utf8')) as {
  readonly module: string;
  readonly version: string;
  readonly api: string;
};

/** The built server; the path says of which version. */
export function stripeMockPath(): string {
  return join(cachedPath('stripe-mock', [pin]), 'stripe-mock');
}

/** Builds the server unless it is built; the reason if this machine cannot. */
export function installStripeMock(): { readonly skipped: string } | null {
  if (existsSync(stripeMockPath())) return null;
  if (spawnSync('go', ['version']).status !== 0) {
    return { skipped: 'stripe-mock is built with Go, which is not here. Or let STRIPE_MOCK_URL name one.' };
  }
  process.stderr.write('Building stripe-mock, once; that takes a minute.\n');
  const folder = cachedPath('stripe-mock', [pin]);
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const words = ['-n', '10', 'go', 'install', '-trimpath', `${MOCK.module}@${MOCK.version}`];
  const env = { ...process.env, GOBIN: partial, GOTOOLCHAIN: 'local' };
  const build = spawnSync('nice', words, { encoding: 'utf8', env, timeout: INSTALL_MS });
  if (build.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    const why = build.error?.message ?? build.stderr.trim().split('\n').at(-1);
    return { skipped: `stripe-mock could not be built: ${why}. Or let STRIPE_MOCK_URL name one.` };
  }
  rmSync(folder, { recursive: true, force: true });
  // The name appears only with the whole program behind it.
  renameSync(partial, folder);
  return null;
}
