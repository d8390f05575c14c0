import { commandDefinitions } from '#domain/registry.ts';
import { models } from '#test/model/nouns.ts';
import type { Expected, JournalCommand } from '../expected.ts';
import type { Observed } from '../observed.ts';
import type { Verdict } from '../verdict.ts';

/** A draft of a file, as a kill leaves it. */
const DRAFT = /\.tmp$/;
/** `posts/<id>/<name>-640.webp`: folder, id of its owner, name without size. */
const FILE = /^([A-Za-z]+\/([0-9a-f-]{36}))\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Files that an existing document names: `<folder>/<name without extension>`, by the models of the nouns. */
export function namedFiles({ documents }: Pick<Observed, 'documents'>): ReadonlySet<string> {
  const named = new Set<string>();
  for (const [collection, filesOf] of models.flatMap(({ files = {} }) => Object.entries(files))) {
    for (const { doc } of documents.all(collection)) {
      if (doc === null) continue;
      const { folder, names } = filesOf(doc);
      for (const name of names) named.add(`${folder}/${name.replace(/\.\w+$/, '')}`);
    }
  }
  return named;
}

/** Folders of files of which only people without a page may read. */
export function unseenFolders({ log, readers }: Pick<Observed, 'log' | 'readers'>): ReadonlySet<string> {
  return new Set(models.flatMap((model) => [...(model.unseenFiles?.(log, readers) ?? [])]));
}

/** Of the index of uploads: `index/owners/<owner>/posts.<id>.<name>`, `index/unsettled/<owner>/<time>.posts.<id>.<name>`. */
const INDEXED =
  /^index\/(?:owners|unsettled|withdrawn)\/[0-9a-f-]{36}\/(?:\d+\.)?([A-Za-z]+)\.([0-9a-f-]{36})\.([0-9a-f-]{36})$/;
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

interface StoredPicture {
  readonly folder: string;
  /** Id of the thing or the person in the folder's name. */
  readonly owner: string;
  readonly picture: string;
}

/** The folder and the picture that a stored file belongs to; `null`: it belongs to none. */
export function pictureOf(file: string): StoredPicture | null {
  const [, folder, owner, id] = FILE.exec(file) ?? [];
  return folder === undefined || owner === undefined ? null : { folder, owner, picture: `${folder}/${id}` };
}

/**
 * Files. An orphan is a file that no existing document names. Exception: the upload of an unacknowledged command, or
 * the remains of a killed upload, may stay until the sweeper runs (24 h). Of what only people without a page may read nothing is
 * known: an erasure that was ordered without an answer closes a page, and may not have happened.
 */
export function checkFiles(verdict: Verdict, expected: Expected, observed: Observed): void {
  const named = namedFiles(observed);
  const unseen = unseenFolders(observed);
  const found = new Set<string>();
  for (const { file, isIndex } of storedFiles(observed.files)) {
    const of = pictureOf(file);
    if (of !== null && !isIndex) found.add(of.picture);
    const isNamed = of !== null && named.has(of.picture);
    const mayLie = DRAFT.test(file) || (of !== null && (unseen.has(of.folder) || mayWait(of, expected, observed)));
    verdict.expect(isNamed || mayLie, () => `The file ${file} is an orphan.`);
  }
  for (const picture of named) verdict.expect(found.has(picture), () => `The file ${picture} is named and not there.`);
}

/** Whether the file may wait for a command that is not in the log: it was uploaded, and never named. */
function mayWait(
  { folder, owner }: StoredPicture,
  { accounts, commands, folders }: Expected,
  { log }: Observed,
): boolean {
  if (!folders.has(folder) || accounts.get(owner)?.erased === 'yes') return false;
  const landed = new Set(log.map(({ meta }) => meta.commandId));
  const naming = commands.filter((command) => folderOf(command) === folder).map(({ commandId }) => commandId);
  return naming.length === 0 || naming.some((commandId) => !landed.has(commandId));
}

/** The folder of the files that a command names; `undefined`: it names none. */
function folderOf({ intent: { type, userId, data }, commandId }: JournalCommand): string | undefined {
  const files = commandDefinitions[type]?.files({ id: commandId, type, data }, { kind: 'user', userId });
  return files == null || files.names.length === 0 ? undefined : files.folder;
}
