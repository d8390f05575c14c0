import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Circle, fileCircles, folderCircles, ROOMS, ROOMS_OF_FILES } from './circles.ts';
import { commentsOf, missingPaths, namedPaths } from './docPaths.ts';
import { importsPastFaces, ROOMS_OF_FACES } from './faces.ts';
import { hidingWords } from './plainWords.ts';
import { privateMembers } from './privateMembers.ts';

/** Result of one check: a note on its subject, and the problems. */
export interface Finding {
  readonly note: string;
  readonly problems: readonly string[];
}

export interface Check {
  readonly name: string;
  run(): Promise<Finding> | Finding;
}

/** Lines that a source file may have. */
export const FILE_MAX_LINES = 400;

/** The rows of the specification, beside the clone; not everyone has them. */
const CHECKLIST = join('..', 'shared', 'spec', 'checklist.md');

/** Files that git tracks or would add, as paths from the root. */
function sourceFiles(root: string, patterns: readonly string[]): readonly string[] {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const listed = execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)));
}

/** Problems for files with more lines than a reader can hold. */
export function tooLong(path: string, text: string): readonly string[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return lines > FILE_MAX_LINES ? [`${path} has ${lines} lines, ${FILE_MAX_LINES} are allowed`] : [];
}

/** A row that a test name cites: proven by it as a whole, or only in part. */
export interface Citation {
  readonly row: string;
  readonly inPart: boolean;
}

/** Rows that a text cites in the way of test names: `[POST-05]`, `[POST-05, DATA-14]`, `[POST-05 in part]`. */
export function citedRows(text: string): readonly Citation[] {
  return [...text.matchAll(/\[((?:[A-Z]+-\d{2})(?:, [A-Z]+-\d{2})*)([^\]]*)\]/g)].flatMap(([, ids = '', rest = '']) =>
    ids.split(', ').map((row) => ({ row, inPart: rest.includes(' in part') })),
  );
}

/** Ids of the rows that a checklist has. */
export function rowsOf(checklist: string): ReadonlySet<string> {
  return new Set([...checklist.matchAll(/^- \[[ x]\] ([A-Z]+-\d{2})\b/gm)].flatMap(([, id]) => id ?? []));
}

function lengthCheck(root: string): Finding {
  const files = sourceFiles(root, ['*.ts', '*.tsx', '*.mjs', '*.js', '*.css']);
  const problems = files.flatMap((path) => tooLong(path, readFileSync(join(root, path), 'utf8')));
  return { note: `${files.length} files`, problems };
}

function rowCheck(root: string): Finding {
  const file = join(root, CHECKLIST);
  if (!existsSync(file)) return { note: 'no checklist beside this clone, nothing to compare', problems: [] };
  const rows = rowsOf(readFileSync(file, 'utf8'));
  const proven = new Set<string>();
  const inPart = new Set<string>();
  const problems = sourceFiles(root, ['test/*.ts', 'test/*.tsx']).flatMap((path) =>
    citedRows(readFileSync(join(root, path), 'utf8')).flatMap((citation) => {
      (citation.inPart ? inPart : proven).add(citation.row);
      return rows.has(citation.row) ? [] : [`${path} cites ${citation.row}, which the checklist does not have`];
    }),
  );
  const partly = [...inPart].filter((row) => !proven.has(row)).length;
  return { note: `${proven.size} of ${rows.size} rows are cited, ${partly} more in part`, problems };
}

const modulesOf = (rooms: readonly string[]) => rooms.flatMap((room) => [`${room}/*.ts`, `${room}/*.tsx`]);

function circleCheck(
  root: string,
  kind: 'folders' | 'files',
  rooms: readonly string[],
  find: (sources: ReadonlyMap<string, string>) => readonly Circle[],
): Finding {
  const paths = sourceFiles(root, modulesOf(rooms));
  const circles = find(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
  const problems = circles.map(({ members, imports }) =>
    [[...members, members[0]].join(' → '), ...imports].join('\n  '),
  );
  return { note: `no ${kind} in a circle in ${rooms.join(', ')}`, problems };
}

function faceCheck(root: string): Finding {
  const paths = sourceFiles(root, modulesOf(ROOMS_OF_FACES));
  const problems = importsPastFaces(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
  return { note: `nouns import each other's faces alone in ${ROOMS_OF_FACES.join(', ')}`, problems };
}

function namedPathCheck(root: string): Finding {
  const documents = sourceFiles(root, ['*.md']);
  const modules = sourceFiles(root, ['*.ts', '*.tsx', '*.mjs']);
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const texts = [
    ...documents.map((file) => [file, read(file)] as const),
    ...modules.map((file) => [file, commentsOf(read(file))] as const),
  ];
  const count = texts.reduce((sum, [, text]) => sum + namedPaths(text).length, 0);
  const problems = texts.flatMap(([file, text]) => missingPaths(root, file, text));
  return { note: `${count} paths in ${documents.length} documents and the comments of the code`, problems };
}

function wordCheck(root: string): Finding {
  const files = sourceFiles(root, ['*.ts', '*.tsx', '*.mjs', '*.md']);
  const problems = files.flatMap((path) => hidingWords(path, readFileSync(join(root, path), 'utf8')));
  return { note: `comments and documents in ${files.length} files`, problems };
}

function privateCheck(root: string): Finding {
  const files = sourceFiles(root, modulesOf(ROOMS));
  const problems = files.flatMap((path) => privateMembers(path, readFileSync(join(root, path), 'utf8')));
  return { note: `${files.length} files`, problems };
}

/**
 * Checks of our own: lengths of files, circles of folders and of files, faces of nouns, private members of libraries, plain words, that
 * cited rows exist, and that named paths do.
 */
export function sourceChecks(root: string): readonly Check[] {
  return [
    { name: 'length of files', run: () => lengthCheck(root) },
    { name: 'circles of folders', run: () => circleCheck(root, 'folders', ROOMS, folderCircles) },
    { name: 'circles of files', run: () => circleCheck(root, 'files', ROOMS_OF_FILES, fileCircles) },
    { name: 'faces of nouns', run: () => faceCheck(root) },
    { name: 'private members', run: () => privateCheck(root) },
    { name: 'plain words', run: () => wordCheck(root) },
    { name: 'cited rows', run: () => rowCheck(root) },
    { name: 'named paths', run: () => namedPathCheck(root) },
  ];
}
