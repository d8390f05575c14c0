import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cachedPath } from '../cache.ts';

/** Milliseconds for a build from nothing: it downloads some 100 MB of modules and compiles SQLite. */
const BUILD_MS = 30 * 60_000;

const folder = import.meta.dirname;
const SOURCES = [
  'main.go',
  'gate.go',
  'message.go',
  'tails.go',
  'postgres.go',
  'postgres_other.go',
  'go.mod',
  'go.sum',
];

/** The built server; the path says of which sources. */
export function ferretPath(): string {
  return cachedPath(
    'ferretdb',
    SOURCES.map((name) => join(folder, name)),
  );
}

/** The version of FerretDB that is built. */
export function ferretVersion(): string {
  const version = /FerretDB v(\S+)/.exec(readFileSync(join(folder, 'go.mod'), 'utf8'))?.[1];
  if (version === undefined) throw new Error('go.mod names no version of FerretDB.');
  return version;
}

/** Builds the server unless it is built; the reason if this machine cannot. */
export function buildFerret(): { readonly skipped: string } | null {
  const binary = ferretPath();
  if (existsSync(binary)) return null;
  if (spawnSync('go', ['version']).status !== 0) {
    return { skipped: 'FerretDB is built with Go, which is not here. Or let MONGO_URL name a MongoDB.' };
  }
  process.stderr.write('Building FerretDB, once; that takes some minutes.\n');
  const partial = `${binary}.${process.pid}`;
  const words = ['-n', '10', 'go', 'build', '-trimpath', '-o', partial, '.'];
  const build = spawnSync('nice', words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=readonly -buildvcs=false', GOTOOLCHAIN: 'local' },
    timeout: BUILD_MS,
  });
  if (build.status !== 0) {
    const why = build.error?.message ?? build.stderr.trim().split('\n').at(-1);
    return { skipped: `FerretDB could not be built: ${why}. Or let MONGO_URL name a MongoDB.` };
  }
  // Two runs at a time both build; the name appears only with the whole program behind it.
  renameSync(partial, binary);
  return null;
}
