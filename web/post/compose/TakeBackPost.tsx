import { useState } from 'react';
import type { Media } from '#domain/kernel/media.ts';
import type { RichText } from '#domain/post/richText.ts';
import { NO_TERMS, type Terms } from '#domain/post/terms.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { Button } from '../../kit/Button.tsx';
import { useOutboxActions } from '../../sync/hooks.ts';
import type { OutboxEntry } from '../../sync/outbox/entry.ts';
import { draftPlace, putDraft, type StoredDraft, takenBack } from '../../writing/face.ts';
import { draftTermsOf } from '../offer/draftTerms.ts';
import { useOpenComposer } from './useOpenComposer.ts';

/** Takes a refused post back into the composer with its pictures. It leaves the outbox once it is kept as a draft. */
export default function TakeBackPost({ entry }: { readonly entry: OutboxEntry }) {
  const { discard } = useOutboxActions();
  const openComposer = useOpenComposer();
  const [isBusy, setBusy] = useState(false);
  const takeBack = async () => {
    setBusy(true);
    if (await putDraft(entry.actor, draftPlace.post, draftOf(entry))) {
      discard(entry.id);
      openComposer();
    } else showAlert('danger', 'Your post could not be kept as a draft on this device.');
    setBusy(false);
  };
  return (
    <Button size="small" disabled={isBusy} onClick={takeBack}>
      Edit
    </Button>
  );
}

/** The entry's post as a draft. */
function draftOf({ data, uploads }: OutboxEntry): StoredDraft {
  const { text, media, ...terms } = data as Partial<Terms> & {
    readonly text: RichText;
    readonly media: readonly Media[];
  };
  const photos = media.map((file) => takenBack(file, uploads));
  const offered = draftTermsOf({ ...NO_TERMS, ...terms });
  return { text, photos: photos.filter(({ file }) => file !== null), terms: offered };
}
