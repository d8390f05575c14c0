import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Bytes of npm's output that are kept. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Installs the packages of the lock file, by npm on the given Node. Not by `npm ci`: that empties node_modules below a
 * running server. With `--no-save` the versions are those of the lock file all the same, and no file of the clone changes.
 *
 * @param {string} root folder of the clone
 * @param {string} node path of the Node that npm runs on
 */
export function runNpm(root, node) {
  const words = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const script = npmScript();
  const [file, first] = script === undefined ? ['npm', []] : [node, [script]];
  return spawnSync(file, [...first, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: OUTPUT_MAX_BYTES,
    shell: file === 'npm' && process.platform === 'win32',
    // A `npm` that is found there starts the first `node` that is found there.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
}

/**
 * The script that is npm: the very one that runs this, if one does, else the one that came with this Node.
 *
 * @returns {string | undefined} `undefined`: npm is somewhere else
 */
function npmScript() {
  const running = process.env.npm_execpath;
  if (running !== undefined && /\.c?js$/.test(running)) return running;
  const beside = dirname(process.execPath);
  return [join(beside, 'node_modules'), join(beside, '..', 'lib', 'node_modules')]
    .map((folder) => join(folder, 'npm', 'bin', 'npm-cli.js'))
    .find((path) => existsSync(path));
}
