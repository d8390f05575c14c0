import { useEffect, useMemo, useRef, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { EMPTY_RICH_TEXT } from '#domain/post/normalise.ts';
import { plainText } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { copyText } from '../../kit/copyText.ts';
import { TaskDialog } from '../../kit/Dialog.tsx';
import { closeDialog } from '../../kit/dialog/dialogStore.ts';
import { useAskBeforeClosing } from '../../kit/dialog/useAskBeforeClosing.ts';
import { useDocument } from '../../sync/hooks.ts';
import { SOMETHING_WENT_WRONG } from '../../sync/showRefusal.ts';
import { type Draft, type DraftPhoto, storedPhoto, useDraft } from '../../writing/face.ts';
import { draftTermsOf, readTerms } from '../offer/draftTerms.ts';
import styles from './Composer.module.css';
import { Composer } from './Composer.tsx';
import { DraftOffer } from './DraftOffer.tsx';

type Content = Pick<Draft, 'text' | 'photos' | 'terms'>;

function storedPhotos(post: Post): readonly DraftPhoto[] {
  return (reveal(post.media) ?? []).map(storedPhoto);
}

/** The content of a draft that changes a post or comment. */
function startOf(post: Post): Content {
  return { text: reveal(post.text) ?? EMPTY_RICH_TEXT, photos: storedPhotos(post), terms: draftTermsOf(post) };
}

/** Changes what one's own post says, shows and offers, or one's own comment (D17). */
export default function EditDialog({ postId }: { readonly postId: string }) {
  const post = useDocument(posts, postId);
  const isThere = post !== undefined && !post.deleted;
  // The post as it was when the window opened: what is typed stays when the post is deleted meanwhile.
  const opened = useRef<Post | undefined>(undefined);
  if (isThere) opened.current ??= post;
  return opened.current === undefined ? null : <Edit post={opened.current} present={isThere ? post : null} />;
}

/**
 * The words, terms and files of a post, to compare.
 *
 * @param known files that count by their names, others by their kind: an upload gives a file its name; left out: all
 */
function contentOf({ text, photos, terms }: Content, known?: ReadonlySet<string>): string {
  const files = photos.map(({ id, kind }) => (known === undefined || known.has(id) ? id : kind));
  return JSON.stringify([plainText(text).trim(), readTerms(terms), files]);
}

/** @param present the post as it is by now; `null`: deleted */
function Edit({ post, present }: { readonly post: Post; readonly present: Post | null }) {
  const start = useMemo(() => startOf(post), [post]);
  const draft = useDraft(null, start);
  const isGone = present === null;
  // After a save from here the post equals the draft, but for the names of new files.
  const isSaved = useRef(false);
  const known = isSaved.current ? new Set(start.photos.map(({ id }) => id)) : undefined;
  const own = [start, draft].map((content) => contentOf(content, known));
  const hasLost = useLostFiles(draft, start, present);
  const isOvertaken = !isGone && !own.includes(contentOf(startOf(present), known));
  const offers = post.parent === null;
  const what = offers ? 'Post' : 'Comment';
  const { asking, close, stay } = useAskBeforeClosing(draft.dirty);
  return (
    <TaskDialog title={`Edit ${what}`} onClose={close}>
      <Composer
        draft={draft}
        submission={useMemo(() => ({ type: 'EditPost', postId: post.id, offers }), [post.id, offers])}
        label={what}
        placeholder="Write something"
        submitLabel="Save"
        autoFocus
        closed={isGone}
        head={
          isGone ? (
            <Gone what={what.toLowerCase()} text={draft.text} />
          ) : (
            isOvertaken && (
              <div className={styles.goneNotice} role="alert">
                This {what.toLowerCase()} was changed elsewhere meanwhile. Save puts your version in its place
                {hasLost && ', without what was removed there'}.
              </div>
            )
          )
        }
        offer={offers && <DraftOffer draft={draft} />}
        through={(send) => {
          isSaved.current = !isGone;
          if (isGone) showAlert('danger', `This ${what.toLowerCase()} was deleted.`);
          else send();
        }}
        onSubmitted={({ outcome }) => {
          if (outcome === 'sent') showAlert('success', 'Saved changes!');
          closeDialog();
        }}
      />
      {asking && (
        <ConfirmDialog
          title="Discard changes?"
          text={`Your ${what.toLowerCase()} stays as it was.`}
          confirm="Discard"
          cancel="Keep Writing"
          onConfirm={closeDialog}
          onCancel={stay}
        />
      )}
    </TaskDialog>
  );
}

/**
 * Takes files out of the draft that were removed from the post elsewhere: they are deleted, so no save can name them.
 *
 * @returns whether there were any
 */
function useLostFiles({ photos, setPhotos }: Draft, start: Content, present: Post | null): boolean {
  const [hasLost, setLost] = useState(false);
  useEffect(() => {
    if (present === null) return;
    const kept = new Set(storedPhotos(present).map(({ id }) => id));
    const lost = new Set(start.photos.map(({ id }) => id).filter((id) => !kept.has(id)));
    if (!photos.some(({ id }) => lost.has(id))) return;
    setPhotos((now) => now.filter(({ id }) => !lost.has(id)));
    setLost(true);
  }, [photos, setPhotos, start, present]);
  return hasLost;
}

/** Says that there is nothing left to save to; the words can be taken along. */
function Gone({ what, text }: { readonly what: string; readonly text: RichText }) {
  const copy = async () => {
    const copied = await copyText(plainText(text));
    if (copied) showAlert('okay', 'Copied to clipboard');
    else showAlert('danger', SOMETHING_WENT_WRONG);
  };
  return (
    <div className={styles.goneNotice} role="alert">
      <span>This {what} was deleted meanwhile. Your text is still here, but it can’t be saved.</span>
      <Button size="small" onClick={copy}>
        Copy text
      </Button>
    </div>
  );
}
