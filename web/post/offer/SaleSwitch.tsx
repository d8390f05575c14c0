import { labelOf } from '#domain/post/offerWords.ts';
import { type Sale, saleSchema } from '#domain/post/sale.ts';
import type { Post } from '#projections/post/collections.ts';
import { showAlert, UNDO, UNDO_ALERT_MS } from '../../kit/alertStore.ts';
import { useSend } from '../../sync/hooks.ts';
import styles from './Offer.module.css';

const done: Readonly<Record<Sale, string>> = {
  available: 'Marked as available.',
  pending: 'Marked as pending.',
  sold: 'Marked as sold. It has left the feed.',
};

/** The owner's switch of a sale: one press for each state, shown at once, with Undo. */
export default function SaleSwitch({ post: { id: postId, sale: now } }: { readonly post: Post }) {
  const send = useSend();
  const set = (sale: Sale) => {
    if (sale === now) return;
    send('SetSale', { postId, sale });
    const action = { label: UNDO, onPress: () => void send('SetSale', { postId, sale: now }) };
    showAlert('black', done[sale], { action, duration: UNDO_ALERT_MS, about: `sale of ${postId}` });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div className={styles.switch} role="group" aria-label="Sale" data-screen-only>
      {saleSchema.options.map((sale) => (
        <button key={sale} type="button" aria-pressed={sale === now} onClick={() => set(sale)}>
          {labelOf(sale)}
        </button>
      ))}
    </div>
  );
}
