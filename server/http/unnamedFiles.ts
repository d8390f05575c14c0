import type { PostState } from '#domain/post/state.ts';
import type { UserState } from '#domain/user/state.ts';
import type { IndexedUpload, MediaStore } from '../ports/media.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { refuseWith } from './errors.ts';

/** Files of one user that no event names yet: five posts of ten pictures may be in the making. */
export const UNNAMED_FILES_PER_USER = 50;

/** What the limit needs to know. */
export interface UnnamedFilesParts {
  readonly media: Pick<MediaStore, 'unsettledOf' | 'settle'>;
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
}

/**
 * Refuses a further upload of somebody who has brought too many files that nothing names. Those that are named by now
 * are settled on the way, so each is looked for in the log once.
 *
 * @throws HttpRefused
 */
export async function requireRoomForFile({ media, dispatcher }: UnnamedFilesParts, owner: string): Promise<void> {
  const unsettled = await media.unsettledOf(owner);
  if (unsettled.length < UNNAMED_FILES_PER_USER) return;
  const named: IndexedUpload[] = [];
  for (const upload of unsettled) if (await isNamed(dispatcher, upload)) named.push(upload);
  await media.settle(named);
  if (unsettled.length - named.length >= UNNAMED_FILES_PER_USER) {
    throw refuseWith('UPLOADS_UNUSED', { limit: UNNAMED_FILES_PER_USER });
  }
}

async function isNamed(dispatcher: UnnamedFilesParts['dispatcher'], { folder, name }: IndexedUpload): Promise<boolean> {
  const [kind, id = ''] = folder.split('/');
  if (kind !== 'posts') return ((await dispatcher.stateOf('user', id)) as UserState).picture === name;
  const { media } = (await dispatcher.stateOf('post', id)) as PostState;
  return media?.some((file) => file.name === name) ?? false;
}
