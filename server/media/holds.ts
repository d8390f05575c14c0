import type { Reader } from '#domain/kernel/access.ts';
import type { OpenReads } from '../read/openReads.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Pictures } from './pictures.ts';

/**
 * Pictures of another noun that a noun keeps although their own noun's events name them no longer, for readers of its
 * own (a legal hold: what was reported). The noun removes them itself when the hold ends.
 */
export interface PictureHold {
  /** Kind of the pictures (`Pictures.kind`). */
  readonly kind: string;
  /** Names of the pictures in a folder that are held, by the log as it is now. */
  heldIn(dispatcher: Pick<Dispatcher, 'stateOf'>, id: string): Promise<readonly string[]>;
  /** Who may see a held picture, whatever the rule of its own noun; `null`: it is not held. */
  shown(store: Pick<OpenReads, 'get'>, id: string, name: string): Promise<((reader: Reader) => boolean) | null>;
}

/** Pictures with what other nouns hold of them. */
export interface HeldPictures extends Pictures {
  readonly holds: readonly PictureHold[];
}

/** The pictures of all nouns, each with the holds on it. */
export function withHolds(all: readonly Pictures[], holds: readonly PictureHold[]): readonly HeldPictures[] {
  return all.map((pictures) => ({ ...pictures, holds: holds.filter(({ kind }) => kind === pictures.kind) }));
}

/** Names of the pictures in a folder that any noun holds. */
export async function heldFiles(
  { holds }: HeldPictures,
  id: string,
  dispatcher: Pick<Dispatcher, 'stateOf'>,
): Promise<ReadonlySet<string>> {
  const names = await Promise.all(holds.map((hold) => hold.heldIn(dispatcher, id)));
  return new Set(names.flat());
}
