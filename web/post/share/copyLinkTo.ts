import { findCampus } from '#domain/campus/registry.ts';
import type { Post } from '#projections/post/collections.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { copyText } from '../../kit/copyText.ts';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { shareAddress, site } from '../../session/site.ts';
import { SOMETHING_WENT_WRONG } from '../../sync/showRefusal.ts';
import { linkCopiedDialog } from './dialogs.ts';
import { placePath } from './placePath.ts';

/** The shared address of a post, or of a comment's place in its thread (CAMP-14): on the host of its campus. */
export function linkTo(post: Pick<Post, 'id' | 'root' | 'branch' | 'campus'>): string {
  return shareAddress(findCampus(post.campus) ?? site, placePath(post));
}

/** Copies the link and says so in a dialog that closes by itself (POST-20). */
export async function copyLinkTo(post: Post): Promise<void> {
  const link = linkTo(post);
  if (await copyText(link)) openDialog(linkCopiedDialog, { link });
  else showAlert('danger', SOMETHING_WENT_WRONG);
}
