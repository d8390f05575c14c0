import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpFailed } from './failure.mjs';

/**
 * Whether a Node can run the project in place of its own: at least the same major version.
 *
 * @param {string} version of the Node at hand, as in `20.11.0`
 * @param {string} wanted version of the project's own
 */
export function canStandIn(version, wanted) {
  return Number.parseInt(version, 10) >= Number.parseInt(wanted, 10);
}

/**
 * The Node that runs Quad: the npm package `node`, so that an old Node on the host does not matter. Where its
 * install script was not allowed to run it is run here; where it has no binary (Alpine), a host's Node that is new
 * enough stands in.
 *
 * @param {string} root folder of the clone
 * @param {(line: string) => void} say
 * @returns {string} path of the executable
 * @throws {SetUpFailed}
 */
export function findRuntime(root, say) {
  const folder = join(root, 'node_modules', 'node');
  const own = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;

  say('Fetching the Node runtime of this project.');
  const setUp = spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, encoding: 'utf8' });
  if (setUp.status === 0 && existsSync(own)) return own;

  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  if (canStandIn(process.versions.node, wanted)) return process.execPath;
  throw new SetUpFailed(
    `Quad runs on Node ${wanted}, which comes as the npm package "node", but that has no executable here ` +
      `(${process.platform}-${process.arch}). Check the network and try again, or install Node ` +
      `${Number.parseInt(wanted, 10)} or later on this computer (it has ${process.versions.node}).`,
  );
}
