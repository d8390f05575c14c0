import type { Reader } from '#domain/kernel/access.ts';
import type { OpenReads } from '../read/openReads.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { NounFiles } from './nounFiles.ts';

/**
 * Files of another noun that a noun keeps although their own noun's events name them no longer, for readers of its
 * own (a legal hold: what was reported). The noun removes them itself when the hold ends.
 */
export interface FileHold {
  /** Kind of the files (`NounFiles.kind`). */
  readonly kind: string;
  /** Names of the files in a folder that are held, by the log as it is now. */
  heldIn(dispatcher: Pick<Dispatcher, 'stateOf'>, id: string): Promise<readonly string[]>;
  /** Who may see a held picture, whatever the rule of its own noun; `null`: it is not held. */
  shown(store: Pick<OpenReads, 'get'>, id: string, name: string): Promise<((reader: Reader) => boolean) | null>;
}

/** Files with what other nouns hold of them. */
export interface HeldFiles extends NounFiles {
  readonly holds: readonly FileHold[];
}

/** The files of all nouns, each with the holds on it. */
export function withHolds(all: readonly NounFiles[], holds: readonly FileHold[]): readonly HeldFiles[] {
  return all.map((files) => ({ ...files, holds: holds.filter(({ kind }) => kind === files.kind) }));
}

/** Names of the files in a folder that any noun holds. */
export async function heldFiles(
  { holds }: HeldFiles,
  id: string,
  dispatcher: Pick<Dispatcher, 'stateOf'>,
): Promise<ReadonlySet<string>> {
  const names = await Promise.all(holds.map((hold) => hold.heldIn(dispatcher, id)));
  return new Set(names.flat());
}
