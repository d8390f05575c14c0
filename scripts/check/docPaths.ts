import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Rooms whose paths documents and comments name. */
const ROOMS = ['domain', 'projections', 'server', 'web', 'scripts', 'test', 'docs'];
/** A path in backticks that begins with a room; `<noun>`, `…`, `*` and `{a,b}` stand for several. */
const PATH = new RegExp(`\`((?:${ROOMS.join('|')})/[^\`\\s]*)\``, 'g');
const STANDS_FOR_SEVERAL = /[<>*{}…]/;
/** The noun of CONTRIBUTING's example, which lies in `test/fixtures/noun/`, and what a run of the tests leaves. */
const EXAMPLE = /\/offer(\/|\.|$)|^test\/\.artifacts/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Paths that a document names in backticks, without those that stand for several. */
export function namedPaths(text: string): readonly string[] {
  return [...text.matchAll(PATH)].flatMap(([, path = '']) =>
    STANDS_FOR_SEVERAL.test(path) || EXAMPLE.test(path) ? [] : [path],
  );
}

/** The comments of a module. */
export function commentsOf(text: string): string {
  return [...text.matchAll(COMMENT)].map(([comment]) => comment).join('\n');
}

/** Problems for the paths that a document or a comment names and that are not there. */
export function missingPaths(root: string, file: string, text: string): readonly string[] {
  return namedPaths(text)
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${file} names ${path}, which is not there`);
}
