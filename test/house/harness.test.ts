import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { nouns } from '#domain/nouns.ts';
import { commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { documents } from '#projections/documents.ts';

const PROOF = join(import.meta.dirname, '..', 'proof');

/** The ground of every proof: people who sign up, and the campuses that they belong to. */
const GROUND: ReadonlySet<string> = new Set(['user', 'campus']);
/** Harness that may name nouns, by the beginning of its path, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'bench/': 'the goals that it measures are about the feed, a long thread, saves and comments',
  'sabotage/list/': 'a sabotage is about one place of the product',
  'upgrade/': 'the next release that it installs is the noun of the fixture, beside a new field of posts',
  'faults/fullDisk.ts': 'it follows one kind of command from the full disk to the window that shows it',
  'fuzz/members.ts': 'its pictures and their folders, at which inputs aim, are those of the first posts',
  'fuzz/inputs/topics.ts': 'a page below a window is asked for with posts that the client has',
};

/** By command and event: the noun that it belongs to. */
const types = new Map(
  nouns.flatMap(({ name, commands = {}, events = {} }) =>
    [...Object.keys(commands), ...Object.keys(events)].map((type) => [type, name] as const),
  ),
);
const collectionOwners = new Map(
  documents.flatMap(({ name, collections }) => collections.map((each) => [each.name, name] as const)),
);
const topicOwners = new Map(
  documents.flatMap(({ name, topics = {} }) => Object.keys(topics).map((topic) => [topic, name] as const)),
);

/** Every noun that the code of a text names: by an import, the type of a command or event, a collection, or a topic. */
function namedIn(text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const folders = [
    ...code.matchAll(/from '(?:#(?:domain|projections|server|web)|#test\/model|[./]+\/model)\/(\w+)\//g),
  ];
  const given = [...code.matchAll(/\b[A-Z]\w+\b/g)].map(([type]) => types.get(type));
  const quoted = [...code.matchAll(/['"`](\w+)['"`]/g)].map(([, word = '']) => collectionOwners.get(word));
  const topics = [...code.matchAll(/topicName\.(\w+)/g)].map(([, topic = '']) => topicOwners.get(topic));
  const imported = folders.map(([, folder = '']) => nouns.find(({ name }) => name === folder)?.name);
  const found = [...imported, ...given, ...quoted, ...topics].flatMap((name) => name ?? []);
  return [...new Set(found)].filter((name) => !GROUND.has(name)).sort();
}

const files = globSync('**/*.ts', { cwd: PROOF }).filter((file) => !file.endsWith('.test.ts'));
const exceptionOf = (file: string) => Object.keys(EXCEPTIONS).find((start) => file.startsWith(start));

describe('the harness of the proofs', () => {
  it('would be seen to name a noun', () => {
    const text = `import { posts } from '#projections/post/collections.ts'; send('SavePost'); topicName.bans('standing');`;
    expect(namedIn(text)).toEqual(['ban', 'post', 'save']);
    expect(namedIn(`const ENDS = { PersonBanned: true }; all('reports');`)).toEqual(['ban', 'report']);
    expect(namedIn('/** As of PostDeleted. */')).toEqual([]);
    const words = [...Object.keys(commandDefinitions), ...Object.keys(eventDefinitions)];
    const unowned = words.filter((word) => !types.has(word));
    expect(unowned.sort()).toEqual(['Fenced', 'Held']);
  });

  it('names no noun but people and campuses: a noun is in every proof by its model alone', () => {
    const found = files
      .filter((file) => exceptionOf(file) === undefined)
      .map((file) => [file, namedIn(readFileSync(join(PROOF, file), 'utf8'))] as const);
    expect(found.length).toBeGreaterThan(90);
    expect(found.filter(([, named]) => named.length > 0)).toEqual([]);
  });

  it('has no exception that is not needed', () => {
    const naming = files.filter((file) => namedIn(readFileSync(join(PROOF, file), 'utf8')).length > 0);
    const unneeded = Object.keys(EXCEPTIONS).filter((start) => !naming.some((file) => file.startsWith(start)));
    expect(unneeded).toEqual([]);
  });
});
