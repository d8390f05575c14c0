import { SearchX } from 'lucide-react';
import { postRejections } from '#domain/post/rejections.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { EmptyState } from '../kit/State.tsx';

/** Shown where the post does not exist or was deleted (FEED-24, Q37). */
export default function NoPost({ reason }: { readonly reason: 'POST_DELETED' | 'POST_UNKNOWN' }) {
  return (
    <EmptyState
      icon={<SearchX size={32} />}
      title={postRejections[reason].text}
      action={
        <ButtonLink variant="primary" to="/search">
          Search
        </ButtonLink>
      }
    />
  );
}
