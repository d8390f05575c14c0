import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpFailed } from './failure.mjs';

/** Stamp of the last installation, inside node_modules so that it goes when they go. */
const STAMP = join('node_modules', '.quad-installed');
/** Lines of npm's own output that are shown when we know what they mean. */
const KNOWN_LINES = 4;
/** Lines of it that are shown when we don't. */
const UNKNOWN_LINES = 20;
/** Bytes of npm's output that are kept. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/** Meanings of npm's error codes for a person. */
const reasons = /** @type {const} */ ([
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/,
    'The package registry could not be reached. Check the network, and the address that `npm config get registry` prints, then try again.',
  ],
  [
    /EUSAGE|ERESOLVE/,
    'package.json and package-lock.json do not agree. Run `npm install` once and commit package-lock.json.',
  ],
  [/E401|E403/, 'The package registry refused access. Check `npm config get registry` and your login (`npm whoami`).'],
  [
    /E404|ETARGET/,
    'The package registry does not have one of the packages. Check the address that `npm config get registry` prints.',
  ],
  [/ENOSPC/, 'The disk is full. Quad needs about 1 GB for its packages.'],
  [
    /EACCES|EPERM|EROFS/,
    'The folder node_modules can not be written. Check who owns it, and that no other program uses it.',
  ],
  [
    /EINTEGRITY/,
    'A downloaded package is not the one that package-lock.json names. Run `npm cache verify` and try again.',
  ],
]);

/**
 * Explains npm's output in plain words.
 *
 * @param {string} output what npm printed
 */
export function explainFailure(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const known = reasons.find(([pattern]) => pattern.test(output));
  if (known === undefined) {
    return `${lines.slice(-UNKNOWN_LINES).join('\n')}\n\nnpm could not install the packages; above is what it said.`;
  }
  const errors = lines.filter((line) => /npm (?:error|ERR!)/.test(line)).slice(0, KNOWN_LINES);
  return `${errors.join('\n')}\n\nThe packages could not be installed. ${known[1]}`;
}

/**
 * Digest of the packages to install: the lock file on this platform.
 *
 * @param {string} lockText
 */
export function stampOf(lockText) {
  return createHash('sha256').update(`${process.platform} ${process.arch}\n${lockText}`).digest('hex');
}

/**
 * Whether packages that somebody installed without this script (`npm install`) are those of the lock file. npm
 * writes what it installed to node_modules/.package-lock.json; optional packages of other platforms are not there.
 *
 * @param {string} lockText package-lock.json
 * @param {string} installedText node_modules/.package-lock.json
 */
export function isInstalled(lockText, installedText) {
  /** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} Package */
  /** @type {Record<string, Package>} */
  const wanted = JSON.parse(lockText).packages;
  /** @type {Record<string, Package>} */
  const present = JSON.parse(installedText).packages;
  return Object.entries(wanted).every(([path, wants]) => {
    if (path === '') return true;
    const has = present[path];
    return has === undefined ? wants.optional === true || wants.devOptional === true : has.version === wants.version;
  });
}

/**
 * Runs npm: the very one that runs this script, if one does. Not `npm ci`: that empties node_modules below a running
 * server. With `--no-save` the versions are those of the lock file all the same, and no file of the clone changes.
 *
 * @param {string} root
 */
function runNpm(root) {
  const words = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const running = process.env.npm_execpath;
  const [file, first] = running !== undefined && /\.c?js$/.test(running) ? [process.execPath, [running]] : ['npm', []];
  return spawnSync(file, [...first, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: OUTPUT_MAX_BYTES,
    shell: file === 'npm' && process.platform === 'win32',
  });
}

/**
 * Installs the packages of package-lock.json, unless they are there already.
 *
 * @param {string} root folder of the clone
 * @param {(line: string) => void} say
 * @throws {SetUpFailed}
 */
export function installPackages(root, say) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = stampOf(lockText);
  const stampFile = join(root, STAMP);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed) || !isInstalled(lockText, readFileSync(installed, 'utf8'))) {
    say('Installing packages; the first time this takes about a minute.');
    const npm = runNpm(root);
    if (npm.error !== undefined) throw new SetUpFailed(`npm can't be started: ${npm.error.message}`);
    if (npm.status !== 0) throw new SetUpFailed(explainFailure(`${npm.stdout}\n${npm.stderr}`));
  }
  writeFileSync(stampFile, stamp);
}
