import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

/** All texts that a pattern finds in the sources of a folder, without doubles. */
function found(folder: string, pattern: RegExp): ReadonlySet<string> {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
}

it('[SHEL-12 in part] every dialog that is declared is closed in a browser in every way that there is', () => {
  const declared = found('web', /\bdialog(?:<[^(]*>)?\(\s*'([^']+)'/g);
  expect(declared.size).toBeGreaterThan(15);
  const closed = found('test/e2e', /\bclosesEveryWay\(\s*\w+,\s*'([^']+)'/g);
  expect([...declared].filter((name) => !closed.has(name))).toEqual([]);
});
