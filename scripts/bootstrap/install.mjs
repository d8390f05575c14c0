import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpFailed } from './failure.mjs';
import { runNpm } from './npm.mjs';
import { absentPackages, thisMachine } from './packages.mjs';
import { findRuntime } from './runtime.mjs';

/** Stamp of the last installation, inside node_modules so that it goes when they go. */
const STAMP = join('node_modules', '.quad-installed');
/** Lines of npm's own output that are shown when we know what they mean. */
const KNOWN_LINES = 4;
/** Lines of it that are shown when we don't. */
const UNKNOWN_LINES = 20;
/** Names of packages that are shown when they could not be installed. */
const ABSENT_SHOWN = 5;
/** The check that stands behind a stamp; a stamp of another one counts for nothing. */
const CHECK = 'packages and native parts are there';

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
 * Digest of the packages that were installed and found there: the lock file on this platform.
 *
 * @param {string} lockText
 */
export function stampOf(lockText) {
  return createHash('sha256').update(`${CHECK} ${process.platform} ${process.arch}\n${lockText}`).digest('hex');
}

/**
 * @param {string} root
 * @param {string} node path of the Node that npm runs on
 * @throws {SetUpFailed}
 */
function install(root, node) {
  const npm = runNpm(root, node);
  if (npm.error !== undefined) throw new SetUpFailed(`npm can't be started: ${npm.error.message}`);
  if (npm.status !== 0) throw new SetUpFailed(explainFailure(`${npm.stdout}\n${npm.stderr}`));
}

/**
 * Installs the packages of package-lock.json, unless they are there already, and looks that they are. What npm left out
 * because this computer's Node is too old for it, it fetches on the project's own.
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

  const machine = thisMachine();
  const absent = () => absentPackages(root, lockText, machine);
  if (absent().length > 0) {
    say('Installing packages; the first time this takes about a minute.');
    install(root, process.execPath);
  }
  if (absent().length > 0) {
    const runtime = findRuntime(root, say);
    say(`Installing what npm left out on Node ${process.versions.node}.`);
    install(root, runtime);
  }
  const left = absent();
  if (left.length > 0) {
    const further = left.length > ABSENT_SHOWN ? `, and ${left.length - ABSENT_SHOWN} more` : '';
    throw new SetUpFailed(
      `npm has installed the packages, but left out ${left.slice(0, ABSENT_SHOWN).join(', ')}${further}. ` +
        'Delete the folder node_modules and try again.',
    );
  }
  writeFileSync(stampFile, stamp);
}
