import { Dialog } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import styles from './KeysDialog.module.css';
import { shortcuts } from './registry.ts';

/** The list of keys (`?`). */
export default function KeysDialog() {
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, text }) => (
          <div key={text} className={styles.row}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
