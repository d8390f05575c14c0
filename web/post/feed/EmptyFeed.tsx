import { Sparkles, Tag } from 'lucide-react';
import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { Button, ButtonLink } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/State.tsx';
import { useOpenComposer } from '../compose/useOpenComposer.ts';

/** A feed without a post. */
export default function EmptyFeed({ category }: { readonly category: string }) {
  const openComposer = useOpenComposer();
  if (category !== ALL_CATEGORIES.value) {
    return (
      <EmptyState
        icon={<Tag size={32} />}
        title={`Nothing in ${findCategory(category)?.label} yet`}
        text="What is sold is not shown here."
        action={
          <ButtonLink variant="primary" to="/home">
            Show all categories
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<Sparkles size={32} />}
      title="Be the first... to create a post, it's so easy!"
      action={
        <Button variant="primary" onClick={openComposer}>
          Create Post
        </Button>
      }
    />
  );
}
