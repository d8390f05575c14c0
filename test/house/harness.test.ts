import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { nouns } from '#domain/nouns.ts';
import { namedNouns } from './namedNouns.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The ground of every proof: people who sign up, and the campuses that they belong to. */
const GROUND: ReadonlySet<string> = new Set(['user', 'campus']);
/** Harness that may name nouns, by the beginning of its path, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'test/proof/bench/': 'the goals that it measures are about the feed, a long thread, saves and comments',
  'test/proof/machines/':
    'what people do in the busiest hour, and which feeds and posts they have open, are assumptions',
  'test/proof/sabotage/list/': 'a sabotage is about one place of the product',
  'test/proof/upgrade/': 'the next release that it installs is the noun of the fixture, beside a new field of posts',
  'test/proof/firstStart.ts': 'the first thing that a newcomer does is a post',
  'test/proof/faults/fullDisk.ts': 'it follows one kind of command from the full disk to the window that shows it',
  'test/proof/fuzz/members.ts': 'its pictures and their folders, at which inputs aim, are those of the first posts',
  'test/proof/fuzz/inputs/topics.ts': 'a page below a window is asked for with posts that the client has',
};

/** The ground that every noun stands on: kernels, the wire, the server's parts, and the layers of the web beside the nouns. */
const KERNELS: readonly string[] = [
  'domain/kernel/**/*.ts',
  'projections/{kernel,engine,sync}/**/*.ts',
  `server/!(${[...nouns.map(({ name }) => name)].join('|')})/**/*.ts`,
  'web/{session,shell,app}/**/*.{ts,tsx}',
];
/** Those that may name one, and why. */
const KERNEL_EXCEPTIONS: Readonly<Record<string, string>> = {
  'domain/kernel/addresses.ts': 'first segments of addresses are reserved as user names in one place',
  'server/identity/passkey/': 'a way to sign in: the key is checked before anything of the noun is read',
  'server/identity/proveAgain.ts': 'it refuses in the words of the deletion, which needs the proof',
  'server/reactors/reactorParts.ts': 'the parts of the composition, by name',
  'server/mail/mailLayout.ts': 'every mail ends with a link to the settings of mails',
  'server/http/unsubscribe.ts': 'the link of a mail that ends mails of its kind without a session',
  'web/app/Pages.tsx': 'a page of the settings has their frame',
  'web/shell/Shell.tsx': 'the same',
};

/** Nouns that a module names, but for the ground of all. */
const namedBeyondGround = (path: string, text: string) => namedNouns(path, text).filter((name) => !GROUND.has(name));

const isProof = (file: string) => !file.endsWith('.test.ts');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = globSync('test/proof/**/*.ts', { cwd: ROOT }).filter(isProof);
const kernelFiles = globSync([...KERNELS], { cwd: ROOT });

/** Files with the nouns that they name, where no exception allows it. */
function namingFiles(of: readonly string[], exceptions: Readonly<Record<string, string>>) {
  const starts = Object.keys(exceptions);
  return of
    .filter((file) => !starts.some((start) => file.startsWith(start)))
    .map((file) => [file, namedBeyondGround(file, read(file))] as const)
    .filter(([, named]) => named.length > 0);
}

/** Exceptions below which no file names a noun. */
function unneeded(of: readonly string[], exceptions: Readonly<Record<string, string>>): readonly string[] {
  const naming = of.filter((file) => namedBeyondGround(file, read(file)).length > 0);
  return Object.keys(exceptions).filter((start) => !naming.some((file) => file.startsWith(start)));
}

describe('a module that names a noun', () => {
  it('is seen to, however it does', () => {
    const named = (text: string) => namedBeyondGround('server/hub/hub.ts', text);
    const text = `import { posts } from '#projections/post/collections.ts'; send('SavePost'); topicName.bans('standing');`;
    expect(named(text)).toEqual(['ban', 'post', 'save']);
    expect(named(`const ENDS = { PersonBanned: true }; all('reports');`)).toEqual(['ban', 'report']);
    expect(named(`export { Ban } from '../ban/enforce.ts'; const s = { category: 'post' };`)).toEqual(['ban', 'post']);
    expect(named(`const stream = \`save-\${postId}\`;`)).toEqual(['save']);
    expect(named('/** As of PostDeleted. */')).toEqual([]);
  });

  it('is seen by every command and event of every noun', () => {
    const words = nouns.flatMap(({ name, commands, events }) =>
      [...Object.keys(commands), ...Object.keys(events)].map((word) => [word, name] as const),
    );
    for (const [word, name] of words) expect([word, namedNouns('test/a.ts', `of(${word})`)]).toEqual([word, [name]]);
  });
});

describe('the harness of the proofs', () => {
  it('names no noun but people and campuses: a noun is in every proof by its model alone', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(namingFiles(files, EXCEPTIONS)).toEqual([]);
  });

  it('has no exception that is not needed', () => {
    expect(unneeded(files, EXCEPTIONS)).toEqual([]);
  });
});

describe('the kernels of the rooms, and the server without its nouns', () => {
  it('name no noun but people and campuses: what a noun needs of them stands in its manifest', () => {
    expect(kernelFiles.length).toBeGreaterThan(500);
    expect(namingFiles(kernelFiles, KERNEL_EXCEPTIONS)).toEqual([]);
  });

  it('the hub names not even people and campuses: whom it serves is said by the rights that nouns declare', () => {
    const hub = [...globSync('server/hub/**/*.ts', { cwd: ROOT }), 'projections/viewer.ts'];
    expect(hub.length).toBeGreaterThan(20);
    expect(hub.filter((file) => namedNouns(file, read(file)).length > 0)).toEqual([]);
  });

  it('have no exception that is not needed', () => {
    expect(unneeded(kernelFiles, KERNEL_EXCEPTIONS)).toEqual([]);
  });
});
