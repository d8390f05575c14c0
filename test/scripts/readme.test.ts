import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('the README names every verb of the command line', () => {
  const verbs = [...read('scripts/quad.ts').matchAll(/import \{ (\w+)Verb \}/g)].map(([, verb = '']) => verb);
  const named = [...read('README.md').matchAll(/^\| `(\w+)` +\|/gm)].map(([, verb = '']) => verb);
  expect(verbs.length).toBeGreaterThan(5);
  expect(verbs.filter((verb) => !named.includes(verb))).toEqual([]);
});
