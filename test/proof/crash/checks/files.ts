import type { Media } from '#domain/kernel/media.ts';
import type { Expected } from '../expected.ts';
import type { Observed } from '../observed.ts';
import type { Verdict } from '../verdict.ts';

/** A draft of a file, as a kill leaves it. */
const DRAFT = /\.tmp$/;
/** `posts/<id>/<name>-640.webp`: folder, owner, name without size. */
const FILE = /^((?:posts|profilePics)\/([0-9a-f-]{36}))\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Files that an existing document names: `<folder>/<name without extension>`. */
export function namedFiles({ posts, people }: Pick<Observed, 'posts' | 'people'>): ReadonlySet<string> {
  const stem = ({ name }: Media) => name.replace(/\.\w+$/, '');
  const ofPosts = [...posts.values()].flatMap(({ id, media }) =>
    ((media ?? []) as unknown as readonly Media[]).map((file) => `posts/${id}/${stem(file)}`),
  );
  const ofPeople = [...people.values()].flatMap(({ id, picture }) =>
    picture === null ? [] : [`profilePics/${id}/${stem(picture as unknown as Media)}`],
  );
  return new Set([...ofPosts, ...ofPeople]);
}

/** Of the index of uploads: `index/owners/<owner>/posts.<id>.<name>`, `index/unsettled/<owner>/<time>.posts.<id>.<name>`. */
const INDEXED =
  /^index\/(?:owners|unsettled)\/[0-9a-f-]{36}\/(?:\d+\.)?(posts|profilePics)\.([0-9a-f-]{36})\.([0-9a-f-]{36})$/;
/** Says that the index holds every upload. */
const INDEX_COMPLETE = 'index/complete';

/** Files of a store, those of its index named as the pictures that they speak of. */
export function storedFiles(files: readonly string[]): readonly { readonly file: string; readonly isIndex: boolean }[] {
  return files
    .filter((file) => file !== INDEX_COMPLETE)
    .map((file) => {
      const [, kind, folder, id] = INDEXED.exec(file) ?? [];
      return kind === undefined ? { file, isIndex: false } : { file: `${kind}/${folder}/${id}`, isIndex: true };
    });
}

/** The folder and the picture that a stored file belongs to; `null`: it belongs to none. */
export function pictureOf(file: string): { readonly owner: string; readonly picture: string } | null {
  const [, folder, owner, id] = FILE.exec(file) ?? [];
  return folder === undefined || owner === undefined ? null : { owner, picture: `${folder}/${id}` };
}

/**
 * Files. An orphan is a file that no existing document names. Exception: the upload of an unacknowledged command, or
 * the remains of a killed upload, may stay until the sweeper runs (24 h).
 */
export function checkFiles(verdict: Verdict, expected: Expected, observed: Observed): void {
  const named = namedFiles(observed);
  const found = new Set<string>();
  for (const { file, isIndex } of storedFiles(observed.files)) {
    const of = pictureOf(file);
    if (of !== null && !isIndex) found.add(of.picture);
    const isNamed = of !== null && named.has(of.picture);
    const mayLie = DRAFT.test(file) || (of !== null && mayWait(of.owner, file, expected, observed));
    verdict.expect(isNamed || mayLie, () => `The file ${file} is an orphan.`);
  }
  for (const picture of named) verdict.expect(found.has(picture), () => `The file ${picture} is named and not there.`);
}

/** Whether the command that the file was uploaded for was never acknowledged. */
function mayWait(owner: string, file: string, expected: Expected, observed: Observed): boolean {
  if (file.startsWith('posts/')) return expected.posts.get(owner)?.stands !== 'yes' && !observed.posts.has(owner);
  const account = expected.accounts.get(owner);
  return account !== undefined && account.picture !== 'yes' && account.erased !== 'yes';
}
