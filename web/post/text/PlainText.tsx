import { useMemo } from 'react';
import { richTextOf } from '#domain/post/normalise.ts';
import { PostText } from './PostText.tsx';

/** A text without marks, drawn as that of a post: its lines as typed, its links found. */
export default function PlainText({ text }: { readonly text: string }) {
  return <PostText text={useMemo(() => richTextOf(text), [text])} whole />;
}
