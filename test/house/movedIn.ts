import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const NOUN = join(ROOT, 'test', 'fixtures', 'noun');
/** Folders and files in a copy of the house. */
const PARTS = ['domain', 'projections', 'server', 'web', 'scripts', 'test'];
const FILES = ['package.json', 'tsconfig.json', 'biome.json', '.gitignore', 'jest.config.js', 'vite.config.ts'];
/** Left out of a copy: the noun before it moves in, and what a test run has kept. */
const LEFT_OUT = [NOUN, join(ROOT, 'test', '.artifacts')];

/** The manifests of the noun in each room's lists: the lines that are written into files of others. */
export const LINES: Readonly<Record<string, { readonly name: string; readonly from: string }>> = {
  'domain/nouns.ts': { name: 'offerNoun', from: './offer/noun.ts' },
  'projections/documents.ts': { name: 'offerDocuments', from: './offer/documents.ts' },
  'projections/nouns.ts': { name: 'offerProjection', from: './offer/noun.ts' },
  'server/nouns.ts': { name: 'offerNoun', from: './offer/noun.ts' },
  'web/nouns.ts': { name: 'offer', from: './offer/noun.ts' },
  'test/model/nouns.ts': { name: 'offerModel', from: './offer/model.ts' },
};

/** The files that the noun of the fixture brings, as paths from the root. */
export function broughtFiles(): readonly string[] {
  return globSync('**/*.*', { cwd: NOUN }).sort();
}

/** Output and exit code of a program. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  /** Both outputs, in the order in which they came. */
  readonly output: string;
}

/** A copy of the house into which a noun has moved. */
export interface MovedIn {
  readonly root: string;
  /** Runs Node there. */
  run(words: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ran>;
  remove(): void;
}

/** Copies the house and lets the noun of the fixture move in: its files, and its line in each list. */
export function moveIn(): MovedIn {
  const root = mkdtempSync(join(tmpdir(), 'quad-noun-'));
  const isKept = (path: string) => !LEFT_OUT.includes(path);
  for (const part of PARTS) cpSync(join(ROOT, part), join(root, part), { recursive: true, filter: isKept });
  for (const file of FILES) cpSync(join(ROOT, file), join(root, file));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const taken = broughtFiles().filter((path) => globSync(path, { cwd: root }).length > 0);
  if (taken.length > 0) throw new Error(`The noun would replace files of the house: ${taken.join(', ')}.`);
  cpSync(NOUN, root, { recursive: true });
  for (const [path, line] of Object.entries(LINES)) list(join(root, path), line);
  return {
    root,
    run: (words, environment = {}) => runNode(root, words, environment),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Adds a manifest at the end of a list. */
function list(file: string, { name, from }: { readonly name: string; readonly from: string }): void {
  const source = readFileSync(file, 'utf8');
  // A long list stands on several lines, with a comma after its last.
  const listed = source.replace(/( = \[[^\]]*?),?\s*\]/, `$1, ${name}]`);
  if (listed === source) throw new Error(`${relative(ROOT, file)} has no list of nouns.`);
  writeFileSync(file, `import { ${name} } from '${from}';\n${listed}`);
}

async function runNode(
  cwd: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  // The program is no part of this test's own runner.
  const { NODE_OPTIONS: _options, JEST_WORKER_ID: _worker, NODE_ENV: _environment, ...env } = process.env;
  const child = spawn(process.execPath, words, { cwd, env: { ...env, ...environment } });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  return { code, stdout, output };
}
