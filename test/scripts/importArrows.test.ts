import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..');
const ROOMS = ['domain', 'projections', 'server', 'web', 'scripts', 'test'] as const;
type Room = (typeof ROOMS)[number];

/** Permitted imports of each room besides itself (ARCHITECTURE.md, "Rooms"). */
const MAY: Readonly<Record<Room, readonly Room[]>> = {
  domain: [],
  projections: ['domain'],
  server: ['domain', 'projections'],
  web: ['domain', 'projections'],
  scripts: ['domain', 'projections', 'server', 'web', 'test'],
  test: ['domain', 'projections', 'server', 'web', 'scripts'],
};

/** The forms of an import: by the package's own names or by a path, for values or types. */
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
  [
    'server',
    'an engine outside the composition',
    `import { x } from '../engines/sqlite/thing.ts';\nexport const y = x;\n`,
  ],
  [
    'server',
    'types of an engine outside the composition',
    `import type { X } from '../engines/sqlite/thing.ts';\nexport type Y = X;\n`,
  ],
  ['scripts', 'an engine', `import { x } from '#server/engines/sqlite/thing.ts';\nexport const y = x;\n`],
  ['web', 'Node in the browser', `import { readFileSync } from 'node:fs';\nexport const y = readFileSync;\n`],
  ['web', 'the engine in the browser', `import { x } from '#projections/engine/thing.ts';\nexport const y = x;\n`],
];

/** Files of each layer of the web, from the lowest up; each may import from those before it. */
const LAYERS: readonly (readonly string[])[] = [
  ['web/kit/thing.ts', 'web/kit/part/thing.ts'],
  ['web/sync/thing.ts', 'web/sync/part/thing.ts'],
  ['web/session/thing.ts'],
  ['web/noun.ts'],
  ['web/offer/thing.ts', 'web/offer/part/thing.ts', 'web/offer/face.ts'],
  ['web/nouns.ts'],
  ['web/shell/thing.ts'],
  ['web/app/thing.ts'],
];

/** An import of one file by another, and whether it is allowed. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly allowed: boolean;
}

const between = (from: string, to: string, allowed: boolean): Arrow => ({ from, to, allowed });
const isOfNoun = (path: string) => path.startsWith('web/offer/');

/** From every layer to every other one. Code made from the manifests names no noun. */
const layerArrows = LAYERS.flatMap((files, from) =>
  LAYERS.flatMap((targets, to) =>
    files.flatMap((file) =>
      from === to ? [] : targets.map((target) => between(file, target, to < from && !isOfNoun(target))),
    ),
  ),
);

/** Besides: a noun meets another one by its face, the kit knows nothing of Quad and the sync no noun. */
const otherArrows: readonly Arrow[] = [
  ...['web/wish/thing.ts', 'web/wish/part/thing.ts'].flatMap((from) => [
    between(from, 'web/offer/face.ts', true),
    between(from, 'web/offer/noun.ts', false),
    between(from, 'web/offer/part/thing.ts', false),
    between(from, 'web/wish/face.ts', true),
    between(from, 'web/wish/other/thing.ts', true),
    between(from, 'projections/offer/thing.ts', true),
  ]),
  between('web/kit/part/thing.ts', 'web/kit/thing.ts', true),
  between('web/kit/part/thing.ts', 'web/kit/other/thing.ts', true),
  between('web/kit/thing.ts', 'domain/kernel/thing.ts', true),
  between('web/kit/thing.ts', 'domain/offer/thing.ts', false),
  between('web/kit/part/thing.ts', 'projections/kernel/thing.ts', false),
  between('web/sync/part/thing.ts', 'web/sync/other/thing.ts', true),
  between('web/sync/thing.ts', 'domain/registry.ts', true),
  between('web/sync/part/thing.ts', 'domain/offer/thing.ts', false),
  between('web/sync/thing.ts', 'projections/offer/thing.ts', false),
  between('web/sync/thing.ts', 'projections/sync/thing.ts', true),
  between('web/nouns.ts', 'web/offer/noun.ts', true),
];

/** Of the composition, one file names engines. */
const compositionArrows: readonly Arrow[] = [
  between('server/roles/engines.ts', 'server/engines/sqlite/thing.ts', true),
  between('server/roles/server.ts', 'server/engines/sqlite/thing.ts', false),
];
const arrows = [...layerArrows, ...otherArrows, ...compositionArrows];
const arrowsFrom = Map.groupBy(arrows, ({ from }) => from);

/** The import of an arrow; the web's own files are named by path. */
function importOf({ from, to }: Arrow): string {
  const path = relative(dirname(from), to);
  const specifier = to.startsWith('web/') ? (path.startsWith('.') ? path : `./${path}`) : `#${to}`;
  return `import '${specifier}';`;
}

/** Location of an arrow's import: `path:line`. */
const placeOf = (arrow: Arrow) => `${arrow.from}:${(arrowsFrom.get(arrow.from) ?? []).indexOf(arrow) + 1}`;

let folder: string;
/** Files with an import that the linter refuses. */
let refused: ReadonlySet<string>;
/** The same, with the line. */
let refusedLines: ReadonlySet<string>;

/** Bytes that the linter may print. */
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

const fileOf = (room: string, name: string) => `${room}/noun/${name.replaceAll(' ', '-')}.ts`;
const wayName = (target: Room, way: Way) => `to ${target} ${way}`;

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Locations of forbidden imports, as `path:line`. */
function lint(): ReadonlySet<string> {
  const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const words = [
    'lint',
    '--only=style/noRestrictedImports',
    '--vcs-enabled=false',
    '--colors=off',
    '--max-diagnostics=none',
    '.',
  ];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...words], options);
  const found = (stdout + stderr).matchAll(/^(\S+\.ts):(\d+):\d+ lint\/style\/noRestrictedImports/gm);
  return new Set([...found].map(([, path, line]) => `${path}:${line}`));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-arrows-'));
  for (const path of ['biome.json', 'scripts/check/deviceClock.grit']) cpSync(join(ROOT, path), join(folder, path));
  for (const room of ROOMS) {
    for (const target of ROOMS.filter((each) => each !== room)) {
      for (const way of Object.keys(WAYS) as Way[]) write(fileOf(room, wayName(target, way)), WAYS[way](target));
    }
  }
  for (const [room, name, text] of others) write(fileOf(room, name), text);
  for (const [from, list] of arrowsFrom) write(from, list.map(importOf).join('\n'));

  refusedLines = lint();
  refused = new Set([...refusedLines].map((place) => place.slice(0, place.lastIndexOf(':'))));
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

describe('the arrows between the layers of the web, and of the composition', () => {
  it.each(arrows.filter(({ allowed }) => allowed))('$from may import $to', (arrow) => {
    expect(refusedLines).not.toContain(placeOf(arrow));
  });

  it.each(arrows.filter(({ allowed }) => !allowed))('$from may not import $to', (arrow) => {
    expect(refusedLines).toContain(placeOf(arrow));
  });

  it('files of the web name each other by path, whatever their layer', () => {
    write('web/shell/alias.ts', `import '#web/kit/thing.ts';`);
    expect(lint()).toContain('web/shell/alias.ts:1');
  });
});
