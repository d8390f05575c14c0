/** A pattern, and words in its place. */
type Hiding = readonly [pattern: RegExp, instead: string];

/** Words that hide who does something. */
const WORDS: readonly Hiding[] = [
  [/\bwhoever\b/i, 'name the caller, the process, the person'],
  [/\b(?:told|teller)\b/i, 'published, answered, mailed, notified'],
  [/\bhow far\b/i, 'the position, the progress, the state'],
];
/** An opening that hides the noun. */
const OPENING: Hiding = [/^\s*(?:\/\*\*|\/\/) What /, 'the noun: "The outcome of a copy", not "What became of a copy"'];

/** Names of functions that say the same. */
const NAME: Hiding = [/(?<![\w'"`])#?(?:tell|told|prime)(?:[A-Z]\w*)?\(/, 'report, publish, mail, hydrate'];

const isComment = (line: string) => /^\s*(?:\/\*|\*|\/\/|\{\/\*)/.test(line);

/** Problems for comments and names that a reader has to read twice. @param text source of a module, or a document */
export function hidingWords(path: string, text: string): readonly string[] {
  const isDocument = path.endsWith('.md');
  const hiding = isDocument ? WORDS : [...WORDS, OPENING];
  return text.split('\n').flatMap((line, index) => {
    const found = (isDocument || isComment(line) ? hiding : [NAME]).filter(([pattern]) => pattern.test(line));
    return found.map(
      ([pattern, instead]) => `${path}:${index + 1} says "${pattern.exec(line)?.[0].trim()}": ${instead}`,
    );
  });
}
