import { useMemo } from 'react';
import type { Media } from '#domain/kernel/media.ts';
import type { RichText } from '#domain/post/richText.ts';
import { NO_TERMS, type Terms } from '#domain/post/terms.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { TaskDialog } from '../../kit/Dialog.tsx';
import { closeDialog } from '../../kit/dialog/dialogStore.ts';
import { useAskBeforeClosing } from '../../kit/dialog/useAskBeforeClosing.ts';
import { useOutboxActions } from '../../sync/hooks.ts';
import type { OutboxEntry } from '../../sync/outbox/entry.ts';
import { takenBack, useDraft } from '../../writing/face.ts';
import { draftTermsOf } from '../offer/draftTerms.ts';
import { Composer } from './Composer.tsx';
import { DraftOffer } from './DraftOffer.tsx';
import { showReplied } from './sentAlerts.ts';
import type { Submission } from './useSubmit.ts';

/** The data of a comment or an edit. */
interface Written extends Partial<Terms> {
  readonly text: RichText;
  readonly media: readonly Media[];
  readonly root: string;
  readonly parent: string;
  readonly postId: string;
}

/** The draft, with the files that this device still has and those that the post has already. */
function contentOf({ data, uploads }: OutboxEntry) {
  const { text, media, category, price, condition } = data as unknown as Written;
  const terms = {
    category: category ?? NO_TERMS.category,
    price: price ?? NO_TERMS.price,
    condition: condition ?? NO_TERMS.condition,
  };
  const photos = media.map((file) => takenBack(file, uploads));
  return { text, photos, terms: draftTermsOf(terms) };
}

function submissionOf({ type, data }: OutboxEntry): Submission {
  const { root, parent, postId, category } = data as unknown as Written;
  return type === 'EditPost' ? { type, postId, offers: category !== undefined } : { type: 'AddComment', root, parent };
}

/** A refused comment or edit, to be changed and sent anew: then the refused one leaves the outbox. */
export default function TakeBackDialog({ entry }: { readonly entry: OutboxEntry }) {
  const { discard } = useOutboxActions();
  const start = useMemo(() => contentOf(entry), [entry]);
  const submission = useMemo(() => submissionOf(entry), [entry]);
  const draft = useDraft(null, start);
  const isEdit = submission.type === 'EditPost';
  const { asking, close, stay } = useAskBeforeClosing(draft.dirty);
  return (
    <TaskDialog title={isEdit ? 'Your edit' : 'Your comment'} onClose={close}>
      <Composer
        draft={draft}
        submission={submission}
        label={isEdit ? 'Post' : 'Comment'}
        placeholder="Write something"
        submitLabel={isEdit ? 'Save' : 'Comment'}
        autoFocus
        offer={isEdit && submission.offers && <DraftOffer draft={draft} />}
        through={(send) => send()}
        onSubmitted={({ outcome }) => {
          discard(entry.id);
          closeDialog();
          if (outcome !== 'sent') return;
          if (isEdit) showAlert('success', 'Saved changes!');
          else showReplied();
        }}
      />
      {asking && (
        <ConfirmDialog
          title="Discard changes?"
          text="What you wrote before still waits under “Not sent yet”."
          confirm="Discard"
          cancel="Keep Writing"
          onConfirm={closeDialog}
          onCancel={stay}
        />
      )}
    </TaskDialog>
  );
}
