import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..');

/** The one place that finds by role and name. */
const FINDERS = 'test/e2e/harness/find.ts';

/**
 * Calls that find an element by its name. Without `exact`, the browser's driver takes every name that contains the words, in
 * any case: a heading could lose its capital or gain a sign, and no scene would see it.
 */
const BY_NAME = /\.getBy(Role|Label|Title|Placeholder|AltText)\(/g;

/** The call that begins at an index of a text, to its closing bracket. */
function callAt(text: string, from: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', from); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}

/** Calls of a text that compare a name in part without saying so: neither exact, nor by a regular expression. */
function bareNames(text: string): readonly string[] {
  return [...text.matchAll(BY_NAME)].flatMap((found) => {
    const call = callAt(text, found.index);
    const isNamed = found[1] !== 'Role' || /\bname\b/.test(call);
    const saysHow = /exact: true|name: (\/|new RegExp)|\((\/|new RegExp)/.test(call);
    return isNamed && !saysHow ? [call.replace(/\s+/g, ' ')] : [];
  });
}

describe('names on screen', () => {
  it('are compared whole and with their case by every scene and proof', () => {
    const files = globSync(['test/e2e/**/*.ts', 'test/proof/**/*.ts', 'scripts/screenshots/**/*.ts'], { cwd: ROOT });
    const bare = files
      .filter((file) => file !== FINDERS)
      .flatMap((file) => bareNames(readFileSync(join(ROOT, file), 'utf8')).map((call) => `${file}: ${call}`));
    expect(bare).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  it.each([
    ["page.getByRole('button', { name: 'Send' })", 1],
    ["page.getByRole('button', { name })", 1],
    ["page.getByRole('button', { name: 'Send (2)', exact: true })", 0],
    ["page.getByRole('button', { name: /^Send/ })", 0],
    ["page.getByRole('dialog')", 0],
    ["page.getByLabel('City')", 1],
    ["page.getByTitle('A lamp', { exact: true })", 0],
  ])('%s is bare: %i', (text, bare) => {
    expect(bareNames(text)).toHaveLength(bare);
  });
});
