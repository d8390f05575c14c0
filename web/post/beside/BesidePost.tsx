import { useMatch } from 'react-router';
import { posts } from '#projections/post/collections.ts';
import { useDocument } from '../../sync/hooks.ts';
import AboutOffer from './AboutOffer.tsx';

/** In the column beside an opened post: everything about its offer. */
export default function BesidePost() {
  const id = useMatch('/post/:id')?.params.id?.toLowerCase() ?? null;
  const post = useDocument(posts, id);
  if (post?.kind !== 'post' || post.parent !== null) return null;
  return <AboutOffer post={post} />;
}
