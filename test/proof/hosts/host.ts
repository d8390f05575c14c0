import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { absentPackages, thisMachine } from '#scripts/bootstrap/packages.mjs';
import { findRuntime } from '#scripts/bootstrap/runtime.mjs';
import { eventually } from '../../e2e/harness/eventually.ts';
import { freePort } from '../../e2e/harness/freePort.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Milliseconds that packages, build and start may take on a slow network and a busy machine. */
const START_MAX_MS = 1_800_000;
/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 500;
/** Characters of a failed command's output that are shown. */
const OUTPUT_SHOWN = 3_000;

/** A computer's own Node, and the npm that came with it. */
export interface Host {
  readonly node: string;
  readonly npm: string;
}

/**
 * Sets up a computer's Node and npm in a folder.
 *
 * @returns the folder of the commands `node` and `npm`
 */
export function setUpHost({ node, npm }: Host, folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `node@${node}`, `npm@${npm}`];
  const installed = spawnSync('npm', words, { cwd: folder, encoding: 'utf8', env: plainEnvironment() });
  if (installed.status !== 0) throw new Error(`Node ${node} and npm ${npm} can't be had: ${installed.stderr}`);
  const runtime = findRuntime(folder, () => undefined);
  const commands = join(folder, 'bin');
  mkdirSync(commands);
  symlinkSync(runtime, join(commands, 'node'));
  symlinkSync(join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'), join(commands, 'npm'));
  const version = spawnSync(join(commands, 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim();
  if (version !== `v${node}`) throw new Error(`That is Node ${version}, not ${node}.`);
  return commands;
}

/** Copies the files of this clone that git knows: no packages, no build. */
export function cloneInto(folder: string): void {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (listed.status !== 0) throw new Error(`git can't list the files of ${ROOT}: ${listed.stderr}`);
  for (const path of listed.stdout.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path));
  }
}

/**
 * `npm start` in a clone, until the site answers that it is ready.
 *
 * @param commands folder of the computer's `node` and `npm`
 * @throws {Error} with the output, when it does not get there, or without all packages
 */
export async function startIn(clone: string, commands: string): Promise<void> {
  const port = await freePort();
  const path = [commands, process.env.PATH].join(delimiter);
  const env = { ...plainEnvironment(), PATH: path, PORT: String(port), DATA_DIR: join(clone, 'data') };
  const start = spawn('npm', ['start', '--', '--empty'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [start.stdout, start.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const ended = once(start, 'exit');
  try {
    await eventually(
      'the site is ready',
      async () => {
        if (start.exitCode !== null) return true;
        await pause(LOOK_EVERY_MS);
        return (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200 || undefined;
      },
      START_MAX_MS,
    );
    const absent = absentPackages(clone, readFileSync(join(clone, 'package-lock.json'), 'utf8'), thisMachine());
    if (start.exitCode !== null || absent.length > 0) {
      throw new Error(`npm start ended with ${start.exitCode}; missing packages: ${absent.join(', ') || 'none'}.`);
    }
  } catch (error) {
    throw new Error(`${String(error)}\n${output.join('').slice(-OUTPUT_SHOWN)}`);
  } finally {
    start.kill('SIGTERM');
    await ended;
  }
}

/** Removes a folder of packages. */
export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The environment without what the npm that runs this has put there: its version, its options, its script. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: _, ...rest } = process.env;
  const own = Object.entries(rest).filter(
    ([name]) => !/^(npm_(?!config_(registry|cafile|cache)$)|NODE_ENV$)/i.test(name),
  );
  return Object.fromEntries(own);
}
