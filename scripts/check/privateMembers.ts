/** A member whose name says that it is not for others. */
const PRIVATE = /(?:\.|\[')(_\w+)/g;
/** One taken out of its object; a name that is only given to another member (`a: _a`) is ours. */
const TAKEN = /(?<=\b(?:const|let) \{(?:[^}]*,)? *)(_\w+)(?=[^}]*\} *=)/g;
/** Names with such a beginning that are for everybody: the key of MongoDB's documents, a schema of `zod/mini`. */
const PUBLIC: readonly string[] = ['_id', '_default'];

/**
 * Problems for uses of what a library keeps to itself: its next release may be without it, and says nothing. Our own
 * private members are `#names`, which the language keeps.
 *
 * @param text source of a module
 */
export function privateMembers(path: string, text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(?:\/\*|\*|\/\/)/.test(line)) return [];
    const names = [...line.matchAll(PRIVATE), ...line.matchAll(TAKEN)].map(([, name = '']) => name);
    return names.filter((name) => !PUBLIC.includes(name)).map((name) => `${path}:${index + 1} uses ${name}`);
  });
}
