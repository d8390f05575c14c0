import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CodeFile, joinCode } from '#scripts/client/joinCode.ts';

function file(name: string, part: Partial<CodeFile> = {}): CodeFile {
  return { name, bytes: 100, imports: [], modules: [`${name}.ts`], weight: 0, ...part };
}

const MOST_SMALL = { smallBytes: 1_000 };

/** The files as they are after the union: each module's file, and what each file imports. */
function joined(files: readonly CodeFile[], options: Parameters<typeof joinCode>[1]) {
  const unions = joinCode(files, options);
  const fileOf = new Map(files.flatMap(({ name, modules }) => modules.map((module) => [module, name] as const)));
  for (const [name, modules] of unions) for (const module of modules) fileOf.set(module, name);
  const nameOf = (old: string) => fileOf.get(`${old}.ts`) ?? old;
  const imports = new Map<string, Set<string>>();
  for (const { name, imports: wanted } of files) {
    const own = imports.get(nameOf(name)) ?? new Set();
    for (const other of wanted) if (nameOf(other) !== nameOf(name)) own.add(nameOf(other));
    imports.set(nameOf(name), own);
  }
  return { nameOf, imports };
}

function hasCircle(imports: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return [...imports.keys()].some((start) => {
    const seen = new Set(imports.get(start));
    for (const name of seen) for (const next of imports.get(name) ?? []) seen.add(next);
    return seen.has(start);
  });
}

describe('joining files of code', () => {
  it('joins what the same entries need before what others need', () => {
    const files = [
      file('login', { weight: 1, imports: ['field', 'email'] }),
      file('chat', { weight: 1, imports: ['bubble'] }),
      file('field'),
      file('email'),
      file('bubble'),
    ];
    const { nameOf } = joined(files, { ...MOST_SMALL, most: 2 });
    expect(new Set(['login', 'field', 'email'].map(nameOf)).size).toBe(1);
    expect(nameOf('chat')).toBe(nameOf('bubble'));
    expect(nameOf('chat')).not.toBe(nameOf('login'));
  });

  it('spares the entry that somebody waits for most', () => {
    const files = [file('cold', { weight: 10 }), file('warm', { weight: 1 }), file('rare', { weight: 0.1 })];
    const { nameOf } = joined(files, { ...MOST_SMALL, most: 2 });
    expect(nameOf('warm')).toBe(nameOf('rare'));
    expect(nameOf('cold')).toBe('cold');
  });

  it('counts what a joined file would bring along', () => {
    const files = [
      file('page', { weight: 1 }),
      file('light', { weight: 1, bytes: 300 }),
      file('heavy', { weight: 1, bytes: 200, imports: ['library'] }),
      file('library', { bytes: 50_000 }),
    ];
    const { nameOf } = joined(files, { ...MOST_SMALL, most: 3 });
    expect(nameOf('page')).toBe(nameOf('light'));
  });

  it('leaves large files alone, and stops when nothing small is left', () => {
    const files = [file('chart', { bytes: 5_000, weight: 1 }), file('editor', { bytes: 5_000, weight: 1 })];
    expect(joinCode(files, { ...MOST_SMALL, most: 1 })).toEqual(new Map());
  });

  it('ends in so many files, none of which imports itself, with each module once (for any files)', () => {
    const arbitrary = fc
      .array(fc.record({ bytes: fc.integer({ min: 1, max: 900 }), weight: fc.constantFrom(0, 0.1, 1, 5) }), {
        minLength: 2,
        maxLength: 25,
      })
      .chain((parts) =>
        fc.array(fc.tuple(fc.nat(parts.length - 1), fc.nat(parts.length - 1)), { maxLength: 40 }).map((arrows) =>
          parts.map((part, index) =>
            // Arrows lead to later files only, as a bundler's do: no circle.
            file(`f${index}`, {
              ...part,
              imports: arrows.filter(([from, to]) => from === index && to > from).map(([, to]) => `f${to}`),
            }),
          ),
        ),
      );
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 1, max: 10 }), (files, most) => {
        const { imports } = joined(files, { ...MOST_SMALL, most });
        expect(imports.size).toBeLessThanOrEqual(Math.max(most, 1));
        expect(hasCircle(imports)).toBe(false);
        const modules = [...joinCode(files, { ...MOST_SMALL, most }).values()].flat();
        expect(new Set(modules).size).toBe(modules.length);
      }),
    );
  });
});
