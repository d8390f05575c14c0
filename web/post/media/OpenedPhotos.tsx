import { useRef } from 'react';
import { Gallery } from './Gallery.tsx';
import { PhotoReel, type Reel } from './PhotoReel.tsx';
import type { Photos } from './photos.ts';
import { useLightbox } from './useLightbox.tsx';

/** The photos of an opened post; a press shows one in full size. */
export function OpenedPhotos({ postId, media, author }: Photos) {
  const reel = useRef<Reel>(null);
  const { open, lightbox } = useLightbox(postId, media, author, (index) => reel.current?.focus(index));
  return (
    <>
      <PhotoReel ref={reel} postId={postId} media={media} author={author} onOpen={open} />
      {lightbox}
    </>
  );
}

/** The photos of a comment; a press shows one in full size. */
export function CommentPhotos({ postId, media, author }: Photos) {
  const { open, lightbox } = useLightbox(postId, media, author);
  return (
    <>
      <Gallery postId={postId} media={media} author={author} onOpen={open} />
      {lightbox}
    </>
  );
}
