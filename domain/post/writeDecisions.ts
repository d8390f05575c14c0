import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { postAccess } from './access.ts';
import type { PostCommandNamed, PostContext } from './commands.ts';
import { type Content, checkContent } from './content.ts';
import type { PostEvent } from './events.ts';
import { COMMENT_MAX_DEPTH } from './limits.ts';
import { postRejection } from './rejection.ts';
import type { PostPlace, PostState } from './state.ts';
import { checkTerms, isSameTerms, NO_TERMS } from './terms.ts';

/** Event fields that every event of a post has. */
export function placeOf(place: PostPlace) {
  return { ...place, ancestors: [...place.ancestors] };
}

/** Event fields of the author's content. */
function contentOf(content: Content) {
  return {
    text: personal(content.text),
    media: personal([...content.media]),
    imageCount: content.media.length,
  };
}

/** A new top-level post on the campus of the site, behind the gates of POST-15 in their order. */
export function createPost(
  post: PostState,
  command: PostCommandNamed<'CreatePost'>,
  { actor, campus, facts: { user, uploads } }: PostContext<'CreatePost'>,
): Decision<PostEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const denied = postAccess.mayDo.CreatePost(viewer, { campus, profile: user });
  if (denied !== null) return refuse(denied);
  if (post.place !== null) return accept();

  const offered = checkTerms(command.data, NO_TERMS);
  if (!offered.ok) return refuse(offered.rejection);
  const checked = checkContent(command.data, uploads);
  if (!checked.ok) return refuse(checked.rejection);

  const postId = newId(command.id, 0);
  return accept<PostEvent>({
    type: 'PostCreated',
    data: {
      postId,
      kind: 'post',
      campus,
      author: viewer.userId,
      root: postId,
      parent: null,
      ancestors: [],
      ...contentOf(checked.content),
      ...offered.terms,
      parentAuthor: null,
    },
  });
}

/** A comment on a post or a reply to a comment, on the campus of the post (COMM-01, COMM-02, COMM-06). */
export function addComment(
  post: PostState,
  command: PostCommandNamed<'AddComment'>,
  { actor, facts: { user, root, parent, uploads } }: PostContext<'AddComment'>,
): Decision<PostEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  if (root.place === null || parent.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (root.place.parent !== null || parent.place.root !== command.data.root)
    return refuse(postRejection('POST_UNKNOWN'));
  const denied = postAccess.mayDo.AddComment(viewer, root.place);
  if (denied !== null) return refuse(denied);
  if (post.place !== null) return accept();

  if (root.deleted) return refuse(postRejection('POST_DELETED'));
  if (parent.deleted) return refuse(postRejection('COMMENT_DELETED'));
  if (root.place.kind !== 'post') return refuse(postRejection('POST_IS_BANNER'));
  const ancestors = [...parent.place.ancestors, parent.place.postId];
  if (ancestors.length > COMMENT_MAX_DEPTH) return refuse(postRejection('THREAD_TOO_DEEP'));
  const checked = checkContent(command.data, uploads);
  if (!checked.ok) return refuse(checked.rejection);

  return accept<PostEvent>({
    type: 'PostCreated',
    data: {
      postId: newId(command.id, 0),
      kind: 'post',
      campus: root.place.campus,
      author: viewer.userId,
      root: root.place.postId,
      parent: parent.place.postId,
      ancestors,
      ...contentOf(checked.content),
      ...NO_TERMS,
      parentAuthor: parent.place.author,
    },
  });
}

/**
 * Other text, pictures or terms for an own post, other text or pictures for a comment (decisions D17). What is the same
 * again changes nothing.
 */
export function editPost(
  post: PostState,
  { data }: PostCommandNamed<'EditPost'>,
  { actor, facts: { user, uploads } }: PostContext<'EditPost'>,
): Decision<PostEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const { place } = post;
  if (place === null) return refuse(postRejection('POST_UNKNOWN'));
  const denied = postAccess.mayDo.EditPost(viewer, place);
  if (denied !== null) return refuse(denied);
  if (post.deleted) return refuse(postRejection(place.parent === null ? 'POST_DELETED' : 'COMMENT_DELETED'));
  if (place.kind !== 'post') return refuse(postRejection('POST_IS_BANNER'));

  const offered = checkTerms(data, post.terms);
  if (!offered.ok) return refuse(offered.rejection);
  if (place.parent !== null && !isSameTerms(offered.terms, NO_TERMS)) return refuse(postRejection('NOT_FOR_SALE'));
  const checked = checkContent(data, uploads);
  if (!checked.ok) return refuse(checked.rejection);

  const events: PostEvent[] = [];
  if (!isSame(checked.content, post)) {
    events.push({ type: 'PostEdited', data: { ...placeOf(place), ...contentOf(checked.content) } });
  }
  if (!isSameTerms(offered.terms, post.terms)) {
    events.push({ type: 'PostTermsChanged', data: { ...placeOf(place), ...offered.terms } });
  }
  return accept(...events);
}

/** Sets the state of the sale of an own post; the same again changes nothing. */
export function setSale(
  post: PostState,
  { data: { sale } }: PostCommandNamed<'SetSale'>,
  { actor, facts: { user } }: PostContext<'SetSale'>,
): Decision<PostEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const { place } = post;
  if (place === null) return refuse(postRejection('POST_UNKNOWN'));
  const denied = postAccess.mayDo.SetSale(viewer, place);
  if (denied !== null) return refuse(denied);
  if (post.deleted) return refuse(postRejection(place.parent === null ? 'POST_DELETED' : 'COMMENT_DELETED'));
  if (place.parent !== null || place.kind !== 'post') return refuse(postRejection('NOT_FOR_SALE'));
  if (post.sale === sale) return accept();
  return accept<PostEvent>({ type: 'PostSaleChanged', data: { ...placeOf(place), sale } });
}

/** Both sides are in normal form, so equal content is equal JSON; sizes of files never change. */
function isSame(content: Content, post: PostState): boolean {
  const names = (media: Content['media']) => media.map((file) => file.name).join(' ');
  return (
    post.text !== null &&
    post.media !== null &&
    names(content.media) === names(post.media) &&
    JSON.stringify(content.text) === JSON.stringify(post.text)
  );
}
