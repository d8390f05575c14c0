import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** Files with a clock, and whether it is refused. */
const FILES = [
  ['web/post/now.ts', 'export const at = Date.now();', true],
  ['web/post/made.ts', 'export const at = new Date();', true],
  ['web/post/luxon.ts', 'export const at = DateTime.now();', true],
  ['web/post/passed.ts', 'export const at = useState(Date.now);', true],
  ['web/post/given.ts', 'export const at = (given: string) => new Date(given);', false],
  ['web/kit/time/serverClock.ts', 'export const at = Date.now();', false],
  ['server/post/now.ts', 'export const at = Date.now();', false],
] as const;

let folder: string;
let said: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-clock-'));
  for (const path of ['biome.json', 'scripts/check/deviceClock.grit']) cpSync(join(ROOT, path), join(folder, path));
  for (const [path, text] of FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const words = ['lint', '--vcs-enabled=false', '--colors=off', '--max-diagnostics=none', '.'];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...words], { cwd: folder, encoding: 'utf8' });
  said = stdout + stderr;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(FILES)('a device’s bare clock is refused in the web alone: %s', (path, _text, isRefused) => {
  expect(said).toContain("A device's clock may be wrong");
  expect(said.includes(`${path}:1:`)).toBe(isRefused);
});
