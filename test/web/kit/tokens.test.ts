import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Campus } from '#domain/campus/campus.ts';
import { campuses } from '#domain/campus/registry.ts';
import { contrast, mix } from '../../domain/campus/colour.ts';

const CSS = readFileSync(resolve(import.meta.dirname, '../../../web/kit/tokens.css'), 'utf8');
/** WCAG 2.2, level AA: 1.4.3 for text, 1.4.11 for the parts that identify a control. */
const TEXT = 4.5;
const SHAPE = 3;
/** Contrast of the colour of texts on the darkest ground: on the lightest one it is `TEXT` then. */
const PALEST = 6.2;

/** Backgrounds of text in the campus's colour. */
const GROUNDS = ['ground', 'raised', 'sunken', 'hover', 'pressed'] as const;

/** The two values of a token, or the one that holds in both schemes. */
function schemes(token: string): readonly [light: string, dark: string] {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(CSS)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
  const [, both] = /^light-dark\((.*)\)$/.exec(value) ?? [];
  if (both === undefined) return [value, value];
  const comma = [...both.matchAll(/,/g)].find(({ index }) => {
    const before = both.slice(0, index);
    return before.split('(').length === before.split(')').length;
  })?.index;
  if (comma === undefined) throw new Error(`--${token} has no value for the dark scheme.`);
  return [both.slice(0, comma).trim(), both.slice(comma + 1).trim()];
}

/** A token's colour in one scheme, as the browser works it out: variables, then mixtures. */
function colour(token: string, scheme: 0 | 1, { colours }: Campus): string {
  const brand: Readonly<Record<string, string>> = {
    'campus-light': colours.light,
    'campus-dark': colours.dark,
    'campus-dark-text': colours.darkText,
    'campus-on': colours.on,
  };
  const value = schemes(token)[scheme].replace(
    /var\(--([\w-]+)\)/g,
    (_all, name: string) => brand[name] ?? colour(name, scheme, { colours } as Campus),
  );
  const mixture = /^color-mix\(in srgb, (#\w+) (\d+)%, (#\w+)\)$/.exec(value);
  const solid = mixture === null ? value : mix(mixture[1] ?? '', Number(mixture[2]), mixture[3] ?? '');
  expect({ token, solid }).toEqual({ token, solid: expect.stringMatching(/^#[\da-f]{3,6}$/) });
  return solid;
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the campus colours in the %s scheme', (_name, scheme) => {
  it.each(campuses.map((campus) => [campus.id, campus] as const))('of %s can be read', (_id, campus) => {
    const of = (token: string) => colour(token, scheme, campus);
    for (const ground of [...GROUNDS, 'accent-soft']) {
      const ratio = contrast(of('accent-text'), of(ground));
      expect({ ground, ratio, enough: ratio >= TEXT }).toEqual({ ground, ratio, enough: true });
    }
    expect(contrast(of('on-accent'), of('accent'))).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(of('on-accent'), of('accent-strong'))).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(of('accent'), of('ground'))).toBeGreaterThanOrEqual(SHAPE);
    // In the dark no paler than reading needs on every ground: a crimson would turn to salmon.
    if (scheme === 1) expect(contrast(of('accent-text'), of('ground'))).toBeLessThanOrEqual(PALEST);
  });
});

describe('layers', () => {
  const WEB = resolve(import.meta.dirname, '../../../web');
  const layers = new Map([...CSS.matchAll(/--layer-([\w-]+): (\d+);/g)].map(([, name = '', at]) => [name, Number(at)]));

  it('alerts lie over all that a page shows, also over what is under way, which lies over windows and menus', () => {
    const order = ['dialog', 'menu-ground', 'menu', 'progress-ground', 'progress', 'alerts'];
    expect([...layers.keys()].filter((each) => order.includes(each))).toEqual(order);
    expect([...layers.values()]).toEqual([...new Set(layers.values())].toSorted((a, b) => a - b));
  });

  it('stand in the tokens alone: a style sheet names one, or orders what is within its own part', () => {
    const sheets = globSync('**/*.css', { cwd: WEB }).map((file) => readFileSync(resolve(WEB, file), 'utf8'));
    const used = sheets.flatMap((css) => [...css.matchAll(/z-index: ([^;]+);/g)].map(([, value = '']) => value));
    const isWithin = (value: string) => Math.abs(Number(value)) <= 2;
    const named = used
      .filter((value) => !isWithin(value))
      .map((value) => /^var\(--layer-([\w-]+)\)$/.exec(value)?.[1] ?? value);
    expect([...new Set(named)].sort()).toEqual([...layers.keys()].sort());
  });
});

/** Sizes of text and of its lines. */
const TEXT_SIZE = /(?:^|[;{\s])((?:font|font-size|line-height|--text-\w+): [^;]+);/g;
/** The size from which phones do not zoom in; a field for words names it as a floor. */
const PHONES_FLOOR = /^font-size: (16px|max\(16px, 1rem\))$/;

it('text and its lines grow with the size that the reader’s browser is set to: none is fixed in pixels', () => {
  const web = resolve(import.meta.dirname, '../../../web');
  const sizes = globSync('**/*.css', { cwd: web }).flatMap((file) =>
    [...readFileSync(resolve(web, file), 'utf8').matchAll(TEXT_SIZE)].map(([, declared = '']) => ({ file, declared })),
  );
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.filter(({ declared }) => /\dpx/.test(declared) && !PHONES_FLOOR.test(declared))).toEqual([]);
  // A rem is the root's size: it is the browser's own.
  const root = /\nhtml \{([^}]*)\}/.exec(readFileSync(resolve(web, 'kit/base.css'), 'utf8'))?.[1];
  expect(root).toEqual(expect.not.stringMatching(/font(-size)?:/));
});
