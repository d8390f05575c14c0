import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MovedIn, moveIn } from '#test/house/movedIn.ts';

/** A place of the source, and what the next release has there. */
interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Field that the next release has in every post: how often it was edited. Folded from the events of the past too. */
export const NEXT_FIELD = 'edits';
/** Field that the next release's answers to pages have, and that older pages do not know. */
export const NEXT_ANSWER_FIELD = 'size';
/** Projections that the next release has to build: a raised one, and that of a new noun. */
export const NEXT_PROJECTIONS = ['offer', 'post'] as const;

const PATCHES: readonly Patch[] = [
  {
    file: 'projections/post/collections.ts',
    from: 'editedAt: z.nullable(z.string()),',
    to: `editedAt: z.nullable(z.string()),\n  ${NEXT_FIELD}: z.int(),`,
  },
  { file: 'projections/post/folds.ts', from: 'editedAt: null,', to: `editedAt: null,\n    ${NEXT_FIELD}: 0,` },
  {
    file: 'projections/post/folds.ts',
    from: 'editedAt: meta.at }',
    to: `editedAt: meta.at, ${NEXT_FIELD}: post.${NEXT_FIELD} + 1 }`,
  },
  {
    file: 'server/read/topicAnswer.ts',
    from: 'floor: read.floor,',
    to: `floor: read.floor,\n    ${NEXT_ANSWER_FIELD}: read.documents.size,`,
  },
];
/** The version of a projection, as its manifest says it. */
const VERSION = /\bversion: (\d+),/;

/**
 * Makes the release after this one: a copy of the source in which a projection has another version and another fold, a
 * noun has moved in with event types of its own, and answers to pages have a field more.
 *
 * @throws Error the source has changed, so that a patch does not fit
 */
export function makeNextRelease(): MovedIn {
  const release = moveIn();
  for (const { file, from, to } of PATCHES) {
    rewrite(join(release.root, file), (source) => source.replace(from, () => to));
  }
  rewrite(join(release.root, 'projections/post/noun.ts'), (source) =>
    source.replace(VERSION, (_, version: string) => `version: ${Number(version) + 1},`),
  );
  return release;
}

function rewrite(file: string, change: (source: string) => string): void {
  const source = readFileSync(file, 'utf8');
  const changed = change(source);
  if (changed === source) throw new Error(`${file} has nothing that the next release would change.`);
  writeFileSync(file, changed);
}
