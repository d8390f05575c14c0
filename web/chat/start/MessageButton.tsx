import { Send } from 'lucide-react';
import { posts } from '#projections/post/collections.ts';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { useSession } from '../../session/session.ts';
import { useDocument } from '../../sync/hooks.ts';
import { useMessage } from './useMessage.ts';

/** "Send Message" below somebody else's post (FEED-16). */
export function MessageButton(props: { readonly postId: string; readonly hasCall?: boolean }) {
  const { postId, hasCall } = props;
  const author = useDocument(posts, postId)?.author;
  const isOwn = useSession((session) => session.userId === author);
  const message = useMessage();
  if (author === undefined || isOwn || hasCall === true) return null;
  return (
    <ActionButton
      icon={<Send size={18} aria-hidden />}
      label="Send Message"
      hint="Write to the person who posted this"
      count={0}
      folds
      onPress={() => message(author, postId)}
    />
  );
}
