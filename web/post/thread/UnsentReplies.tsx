import { Button } from '../../kit/Button.tsx';
import { draftPlace, useDraft } from '../../writing/face.ts';
import { PostText } from '../text/PostText.tsx';
import { forgetAnswered, useAnsweredBelow } from './answered.ts';
import styles from './Thread.module.css';

/** The viewer's replies to a post that was deleted meanwhile: there is nowhere to send them, but they are not lost. */
export function UnsentReplies({ postId }: { readonly postId: string }) {
  const answered = useAnsweredBelow(postId);
  return [postId, ...answered.map(({ id }) => id)].map((parent) => <UnsentReply key={parent} parent={parent} />);
}

function UnsentReply({ parent }: { readonly parent: string }) {
  const draft = useDraft(draftPlace.comment(parent));
  if (!draft.dirty) return null;
  const discard = () => {
    draft.clear();
    forgetAnswered(parent);
  };
  return (
    <section className={styles.unsent} aria-label="Your unsent comment">
      <h2 className={styles.title}>Your comment was not sent</h2>
      <PostText text={draft.text} whole />
      <Button size="small" onClick={discard}>
        Discard
      </Button>
    </section>
  );
}
