import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpFailed } from './failure.mjs';

/** Sources of the built client. */
const SOURCES = ['web', 'domain', 'projections', 'scripts/client', 'vite.config.ts', 'package-lock.json'];
/** Digest of the sources of the last build, inside its output so that it goes when that goes. */
const STAMP = join('dist', '.quad-built');
/** Bytes of the build's output that are kept. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * All files below the given paths, in byte order.
 *
 * @param {string} root
 * @param {readonly string[]} paths relative to the root; missing ones are left out
 * @returns {string[]}
 */
export function filesBelow(root, paths) {
  return paths.flatMap((path) => {
    const full = join(root, path);
    if (!existsSync(full)) return [];
    if (!statSync(full).isDirectory()) return [path];
    return filesBelow(
      root,
      readdirSync(full)
        .sort()
        .map((name) => join(path, name)),
    );
  });
}

/**
 * Digest of names and contents: switching branches back and forth, which touches times, builds nothing.
 *
 * @param {string} root
 * @param {readonly string[]} [sources]
 */
export function digestOfSources(root, sources = SOURCES) {
  const hash = createHash('sha256');
  for (const path of filesBelow(root, sources)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Builds the client into dist/ when its sources changed since the last build.
 *
 * @param {string} root folder of the clone
 * @param {string} runtime path of the Node to build with
 * @param {(line: string) => void} say
 * @throws {SetUpFailed}
 */
export function buildClient(root, runtime, say) {
  const stampFile = join(root, STAMP);
  const digest = digestOfSources(root);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return;

  say('Building the client.');
  // An interrupted build must not look like a finished one.
  rmSync(stampFile, { force: true });
  const vite = spawnSync(
    runtime,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      // Also in a test run, so that React's production build is served.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: OUTPUT_MAX_BYTES,
    },
  );
  if (vite.status !== 0) throw new SetUpFailed(`The client could not be built:\n${vite.stdout}${vite.stderr}`);
  writeFileSync(stampFile, digest);
}
