import { useEffect, useMemo, useRef, useState } from 'react';
import { PersonAvatar } from '../../person/PersonAvatar.tsx';
import { useMobile } from '../../ui/useMediaQuery.ts';
import { useGate } from '../../user/useGate.ts';
import { useViewer } from '../../user/useViewer.ts';
import { Composer } from '../compose/Composer.tsx';
import { draftPlace } from '../compose/draftStorage.ts';
import { showReplied } from '../compose/sentAlerts.ts';
import { useDraft } from '../compose/useDraft.ts';
import { showComment } from './commentId.ts';
import styles from './Thread.module.css';
import { useOpenReply } from './useOpenReply.ts';

/**
 * Where a post or comment is answered: a line that becomes an editor. What a visitor has typed is still there after
 * signing in (AUTH-33). On phones it leads to a page of its own (COMM-07).
 */
export function ReplyBox(props: {
  readonly root: string;
  readonly parent: string;
  /** Counts up when the box shall take the focus. */
  readonly focus: number;
  /** Inside a comment: no line around it, open from the start. */
  readonly bare?: boolean;
  readonly onDone?: () => void;
}) {
  const { root, parent, focus, bare = false } = props;
  const mobile = useMobile();
  const openReply = useOpenReply();
  const { person } = useViewer();
  const pass = useGate();
  const draft = useDraft(draftPlace.comment(parent));
  const [opened, setOpened] = useState(bare || focus > 0);
  const submission = useMemo(() => ({ type: 'AddComment', root, parent }) as const, [root, parent]);

  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus === 0 || mobile) return;
    setOpened(true);
    host.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  }, [focus, mobile]);
  const open = !mobile && (opened || draft.dirty);

  const box = open ? (
    <Composer
      compact
      autoFocus={opened}
      draft={draft}
      submission={submission}
      label="Comment"
      placeholder={bare ? 'Write a reply' : 'Write a comment'}
      submitLabel={bare ? 'Reply' : 'Comment'}
      through={(send) => pass('comment', send, `/post/${root}`)}
      onSubmitted={({ outcome, postId }) => {
        draft.clear();
        setOpened(false);
        showComment(postId);
        if (outcome === 'sent') showReplied();
        props.onDone?.();
      }}
    />
  ) : (
    <button type="button" className={styles.ask} onClick={() => (mobile ? openReply(parent) : setOpened(true))}>
      <PersonAvatar person={person} size={32} />
      <span>Write a comment</span>
    </button>
  );
  return (
    <div ref={host} className={bare ? undefined : styles.box}>
      {box}
    </div>
  );
}
