import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The machine that packages are for, in npm's words.
 *
 * @typedef {object} Machine
 * @property {string} os
 * @property {string} cpu
 * @property {'glibc' | 'musl' | null} libc C library; `null` where a system has only one
 */

/**
 * A package in package-lock.json.
 *
 * @typedef {object} Package
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {readonly string[]} [os]
 * @property {readonly string[]} [cpu]
 * @property {readonly string[]} [libc]
 */

/**
 * This machine.
 *
 * @returns {Machine}
 */
export function thisMachine() {
  const { platform: os, arch: cpu } = process;
  if (os !== 'linux') return { os, cpu, libc: null };
  // As npm itself tells them apart; the types do not know the header's fields.
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return { os, cpu, libc: header.glibcVersionRuntime === undefined ? 'musl' : 'glibc' };
}

/**
 * Whether a package has to be there. Of the optional ones these are the native parts for this machine: without them
 * what needs them does not start. The others are for machines without native parts.
 *
 * @param {Package} entry
 * @param {Machine} machine
 */
function isNeeded({ optional, devOptional, os, cpu, libc }, machine) {
  if (optional !== true && devOptional !== true) return true;
  if (os === undefined || !os.includes(machine.os)) return false;
  const fits = cpu === undefined || cpu.includes(machine.cpu);
  return fits && (libc === undefined || machine.libc === null || libc.includes(machine.libc));
}

/**
 * Packages of the lock file that have to be there and are not, or in another version, as "name@version". It looks at the
 * packages themselves: npm leaves out native parts whose `engines` exclude the Node that it runs on, and is content.
 *
 * @param {string} root folder of the clone
 * @param {string} lockText package-lock.json
 * @param {Machine} machine
 * @returns {string[]}
 */
export function absentPackages(root, lockText, machine) {
  /** @type {Record<string, Package>} */
  const packages = JSON.parse(lockText).packages;
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && isNeeded(entry, machine) && versionOf(root, path) !== entry.version)
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    );
}

/**
 * The version of an installed package.
 *
 * @param {string} root
 * @param {string} path
 * @returns {string | undefined} `undefined`: it is not there
 */
function versionOf(root, path) {
  const file = join(root, path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
