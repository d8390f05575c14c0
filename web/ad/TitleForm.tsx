import { useState } from 'react';
import { AD_TITLE_MAX_CHARACTERS } from '#domain/ad/limits.ts';
import { reveal } from '#domain/kernel/personal.ts';
import type { Ad } from '#projections/ad/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/Field.tsx';
import { Form } from '../kit/Form.tsx';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import styles from './Ads.module.css';

/** The title of an ad, which its owner can change (BOOST-25). */
export function TitleForm({ ad }: { readonly ad: Ad }) {
  const present = reveal(ad.title) ?? '';
  const [title, setTitle] = useState(present);
  const send = useDirectCommand();
  const isSame = title.trim() === '' || title.trim() === present;
  const save = async () => {
    if (isSame) return;
    try {
      await send('RenameAd', { postId: ad.post, adId: ad.id, title: title.trim() });
      showAlert('success', 'Saved changes!');
    } catch (error) {
      showRefusal(error);
    }
  };
  return (
    <Form className={styles.rename} onSend={save}>
      <TextField
        label="Title"
        name="title"
        maxLength={AD_TITLE_MAX_CHARACTERS}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit" disabled={isSame}>
        Save
      </Button>
    </Form>
  );
}
