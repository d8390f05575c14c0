import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { posts } from '#projections/post/collections.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { cx } from '../../kit/cx.ts';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { useGate } from '../../session/useGate.ts';
import { useViewer } from '../../session/useViewer.ts';
import { useDocument } from '../../sync/hooks.ts';
import { UserAvatar } from '../../user/face.ts';
import { draftPlace, useDraft } from '../../writing/face.ts';
import { commenting } from '../compose/actions.ts';
import { Composer } from '../compose/Composer.tsx';
import { showReplied } from '../compose/sentAlerts.ts';
import { useOpenReply } from '../compose/useOpenReply.ts';
import { noteWritten } from '../compose/written.ts';
import { forgetAnswered, noteAnswered } from './answered.ts';
import styles from './Thread.module.css';

/**
 * The reply box: a line that becomes an editor. A visitor's text is still there after signing in (AUTH-33). On phones
 * it leads to a page of its own (COMM-07).
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
  const { answered, isDeleted, submission } = useTarget(root, parent, draft.dirty);
  const [opened, setOpened] = useState(bare || focus > 0);

  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus === 0 || mobile) return;
    setOpened(true);
    host.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  }, [focus, mobile]);
  const open = !mobile && (opened || draft.dirty);
  /** The person wants to write; a draft alone leaves them where they read. */
  const asked = opened && !(bare && focus === 0);
  useWholeInSight(host, open && asked);

  const [asking, setAsking] = useState(false);
  const [closed, setClosed] = useState(false);
  const close = () => {
    draft.clear();
    forgetAnswered(parent);
    setOpened(false);
    setAsking(false);
    setClosed(true);
    props.onDone?.();
  };
  const tryClose = () => (draft.dirty ? setAsking(true) : close());
  // The line takes the focus that its editor had.
  useEffect(() => {
    if (!closed || open) return;
    setClosed(false);
    host.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [closed, open]);

  const box = open ? (
    <Composer
      compact
      autoFocus={asked}
      head={isDeleted && <DeletedNote />}
      draft={draft}
      submission={submission}
      label="Comment"
      placeholder={bare ? 'Write a reply' : 'Write a comment'}
      submitLabel={bare && !isDeleted ? 'Reply' : 'Comment'}
      through={(send) => pass(commenting, send, `/post/${root}`)}
      onCancel={tryClose}
      onSubmitted={({ outcome, postId }) => {
        noteWritten(postId, root, answered);
        close();
        if (outcome === 'sent') showReplied();
      }}
    />
  ) : (
    <button type="button" className={styles.ask} onClick={() => (mobile ? openReply(parent) : setOpened(true))}>
      <UserAvatar person={person} size={32} />
      <span>Write a comment</span>
    </button>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc pressed in the editor comes up to here */}
      <div
        ref={host}
        className={cx(styles.whole, !bare && styles.box)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented || !open) return;
          event.preventDefault();
          tryClose();
        }}
      >
        {box}
      </div>
      {asking && (
        <ConfirmDialog
          title="Cancel Comment?"
          text="Are you sure? Your draft will not be saved."
          confirm="Discard"
          cancel="Keep Writing"
          onConfirm={close}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Brings a box that opens into sight with its buttons, and keeps it there while one writes and it grows. */
function useWholeInSight(host: RefObject<HTMLElement | null>, asked: boolean): void {
  useEffect(() => {
    const box = host.current;
    if (!asked || box === null) return;
    let opens = true;
    const observer = new ResizeObserver(() => {
      if (opens || box.contains(document.activeElement)) box.scrollIntoView({ block: 'nearest' });
      opens = false;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [host, asked]);
}

/**
 * Target of a reply. A comment that is deleted meanwhile can't be answered: the reply becomes a comment on the post.
 *
 * @param isBegun text or pictures wait to be sent
 */
function useTarget(root: string, parent: string, isBegun: boolean) {
  const held = useDocument(posts, parent);
  const answered = held?.deleted === false ? held : undefined;
  const isDeleted = parent !== root && answered === undefined;
  useEffect(() => {
    if (isBegun && parent !== root && answered !== undefined) noteAnswered(answered);
  }, [isBegun, parent, root, answered]);
  const target = isDeleted ? root : parent;
  const submission = useMemo(() => ({ type: 'AddComment', root, parent: target }) as const, [root, target]);
  return { answered, isDeleted, submission };
}

/** Says what becomes of a reply whose comment was deleted while it was written. */
function DeletedNote() {
  return (
    <p className={styles.note} role="status">
      That comment has been deleted. You can still post this as a comment of its own.
    </p>
  );
}
