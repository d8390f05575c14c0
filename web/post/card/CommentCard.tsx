import { reveal } from '#domain/kernel/personal.ts';
import { titleOf } from '#domain/post/plainText.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { useDocument } from '../../sync/hooks.ts';
import { FullName, fullName } from '../../user/face.ts';
import { Gallery } from '../media/Gallery.tsx';
import { placePath } from '../share/placePath.ts';
import { PostText } from '../text/PostText.tsx';
import { firstWords } from '../text/preview.ts';
import { CardFrame } from './CardFrame.tsx';
import type { CardPlace } from './cardPlace.ts';
import styles from './PostCard.module.css';

/** Characters of the post that a comment is about. */
const ABOUT_CHARACTERS = 60;

/** A comment or reply away from its thread, with the post that it is about; it leads to its place there (COMM-14). */
export default function CommentCard({ post, place }: { readonly post: Post; readonly place: CardPlace }) {
  const author = useDocument(people, post.author);
  return (
    <CardFrame post={post} author={author} path={placePath(post)} place={place}>
      <About rootId={post.root} />
      <PostText text={reveal(post.text)} />
      <Gallery post={post} media={reveal(post.media) ?? []} author={fullName(author)} />
    </CardFrame>
  );
}

/** Whose post it is about, and its first words. */
function About({ rootId }: { readonly rootId: string }) {
  const root = useDocument(posts, rootId);
  const author = useDocument(people, root?.author ?? null);
  const whole = root === undefined ? '' : titleOf(reveal(root.text));
  const start = firstWords(whole, ABOUT_CHARACTERS);
  const words = start === whole ? whole : `${start}…`;
  return (
    <p className={styles.about}>
      On <FullName person={author} />
      {words === '' ? (
        '’s post'
      ) : (
        <>
          : “<bdi>{words}</bdi>”
        </>
      )}
    </p>
  );
}
