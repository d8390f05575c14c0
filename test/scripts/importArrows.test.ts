import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..');
const ROOMS = ['domain', 'projections', 'server', 'web', 'scripts', 'test'] as const;
type Room = (typeof ROOMS)[number];

/** What each room may import from besides itself (ARCHITECTURE.md, "Rooms"). */
const MAY: Readonly<Record<Room, readonly Room[]>> = {
  domain: [],
  projections: ['domain'],
  server: ['domain', 'projections'],
  web: ['domain', 'projections'],
  scripts: ['domain', 'projections', 'server', 'web', 'test'],
  test: ['domain', 'projections', 'server', 'web', 'scripts'],
};

/** The ways in which a module can name another: by the package's own names or by a path, for values or types. */
const WAYS = {
  alias: (target: Room) => `import { x } from '#${target}/noun/thing.ts';\nexport const y = x;\n`,
  path: (target: Room) => `import { x } from '../../${target}/noun/thing.ts';\nexport const y = x;\n`,
  types: (target: Room) => `import type { X } from '#${target}/noun/thing.ts';\nexport type Y = X;\n`,
  'types by path': (target: Room) => `import type { X } from '../../${target}/noun/thing.ts';\nexport type Y = X;\n`,
  're-export': (target: Room) => `export { x } from '#${target}/noun/thing.ts';\n`,
} as const;
type Way = keyof typeof WAYS;

const others: readonly (readonly [string, string, string])[] = [
  ['domain', 'Node in the domain', `import { readFileSync } from 'node:fs';\nexport const y = readFileSync;\n`],
  [
    'projections',
    'Node in the projections',
    `import { readFileSync } from 'node:fs';\nexport const y = readFileSync;\n`,
  ],
  ['web', 'Node in the browser', `import { readFileSync } from 'node:fs';\nexport const y = readFileSync;\n`],
  ['web', 'the engine in the browser', `import { x } from '#projections/engine/thing.ts';\nexport const y = x;\n`],
];

let folder: string;
/** Files in which the linter found a forbidden import. */
let refused: ReadonlySet<string>;

const fileOf = (room: string, name: string) => `${room}/noun/${name.replaceAll(' ', '-')}.ts`;
const wayName = (target: Room, way: Way) => `to ${target} ${way}`;

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-arrows-'));
  cpSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  for (const room of ROOMS) {
    for (const target of ROOMS.filter((each) => each !== room)) {
      for (const way of Object.keys(WAYS) as Way[]) write(fileOf(room, wayName(target, way)), WAYS[way](target));
    }
  }
  for (const [room, name, text] of others) write(fileOf(room, name), text);

  const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const words = [
    'lint',
    '--only=style/noRestrictedImports',
    '--vcs-enabled=false',
    '--reporter=json',
    '--max-diagnostics=none',
    '.',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...words], { cwd: folder, encoding: 'utf8' });
  const paths = (stdout + stderr).matchAll(/(?:domain|projections|server|web|scripts|test)\/noun\/[\w-]+\.ts/g);
  refused = new Set([...paths].map(([path]) => path));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the arrows between the rooms', () => {
  for (const room of ROOMS) {
    for (const target of ROOMS.filter((each) => each !== room)) {
      const allowed = MAY[room].includes(target);
      it.each(Object.keys(WAYS) as Way[])(`${room} ${allowed ? 'may' : 'may not'} import from ${target}: %s`, (way) => {
        expect(refused.has(fileOf(room, wayName(target, way)))).toBe(!allowed);
      });
    }
  }

  it.each(others)('%s: no %s', (room, name) => {
    expect(refused).toContain(fileOf(room, name));
  });
});
