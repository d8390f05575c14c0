import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { postRejection } from '../post/rejection.ts';
import { previewAccess } from './access.ts';
import { type PreviewCommandNamed, type PreviewContext, previewCommands } from './commands.ts';
import type { PreviewEvent } from './events.ts';
import { previewRejection } from './rejection.ts';
import { evolvePreview, initialPreview, linkOf, type PreviewState } from './state.ts';

/** The card of the link that the post has now, unless its author wants none of it. */
function recordPreview(
  preview: PreviewState,
  { data: { card } }: PreviewCommandNamed<'RecordPreview'>,
  { actor, facts: { post } }: PreviewContext<'RecordPreview'>,
): Decision<PreviewEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (post.deleted) return refuse(postRejection('POST_DELETED'));
  const { url } = card;
  if (linkOf(post) !== url || preview.unwanted === url) return refuse(previewRejection('PREVIEW_OUTDATED'));
  if (preview.stands && preview.card?.url === url) return accept();
  const { postId, campus, author } = post.place;
  return accept<PreviewEvent>({ type: 'LinkPreviewed', data: { postId, campus, author, card: personal(card) } });
}

/** A card whose link is no longer in the post, or whose post is gone, ends. */
function endPreview(
  preview: PreviewState,
  _command: PreviewCommandNamed<'EndPreview'>,
  { actor, facts: { post } }: PreviewContext<'EndPreview'>,
): Decision<PreviewEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const { place, stands, card } = preview;
  if (place === null || !stands) return accept();
  if (!post.deleted && linkOf(post) === card?.url) return refuse(previewRejection('PREVIEW_STANDS'));
  const cause = post.deleted ? 'post deleted' : 'link changed';
  return accept<PreviewEvent>({ type: 'PreviewRemoved', data: { ...place, cause } });
}

/** The author removes a card, and no other of this link follows. */
function removePreview(
  preview: PreviewState,
  _command: PreviewCommandNamed<'RemovePreview'>,
  { actor, facts: { user, post } }: PreviewContext<'RemovePreview'>,
): Decision<PreviewEvent> {
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  const denied = previewAccess.mayDo.RemovePreview(actingViewer(actor, user), post.place);
  if (denied !== null) return refuse(denied);
  if (preview.place === null) return refuse(previewRejection('PREVIEW_UNKNOWN'));
  if (!preview.stands) return accept();
  return accept<PreviewEvent>({ type: 'PreviewRemoved', data: { ...preview.place, cause: 'author' } });
}

/** The rules of preview cards. */
export const previewDecider = defineDecider(previewCommands, {
  initial: initialPreview,
  evolve: evolvePreview,
  decide: { RecordPreview: recordPreview, EndPreview: endPreview, RemovePreview: removePreview },
  closing: ['RemovePreview', 'EndPreview'],
});
