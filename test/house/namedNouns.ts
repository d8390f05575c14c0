import { nouns } from '#domain/nouns.ts';
import { documents } from '#projections/documents.ts';
import { importedPaths } from '#scripts/check/circles.ts';

/** By command, event and stream: the noun that it belongs to. */
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
const names: ReadonlySet<string> = new Set(nouns.map(({ name }) => name));

/** The noun in whose folder a module lies, in a room or among the models. */
function ownerOf(path: string): readonly string[] {
  const [, folder = ''] = /^(?:domain|projections|server|web|test\/model)\/(\w+)\//.exec(path) ?? [];
  return names.has(folder) ? [folder] : [];
}

/**
 * Every noun that the code of a module names: by an import, a command, an event, a collection, a topic, or a stream.
 *
 * @param path from the root
 */
export function namedNouns(path: string, text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const imported = importedPaths(path, code).flatMap(ownerOf);
  const given = [...code.matchAll(/\b[A-Z]\w+\b/g)].map(([type]) => types.get(type));
  const quoted = [...code.matchAll(/['"`](\w+)['"`]/g)].map(([, word = '']) => collectionOwners.get(word));
  const topics = [...code.matchAll(/topicName\.(\w+)/g)].map(([, topic = '']) => topicOwners.get(topic));
  const streams = [...code.matchAll(/category(?:: | === |: readonly )['"](\w+)['"]|[`'"](\w+)-\$\{/g)].map(
    ([, category, start = '']) => nouns.find(({ name }) => name === (category ?? start))?.name,
  );
  const found = [...imported, ...given, ...quoted, ...topics, ...streams].flatMap((name) => name ?? []);
  return [...new Set(found)].sort();
}
