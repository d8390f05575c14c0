import { useState } from 'react';
import { Dialog } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { Checkbox } from '../kit/Field.tsx';
import { areSingleKeysOn, turnSingleKeys } from '../kit/navigation/singleKeys.ts';
import styles from './KeysDialog.module.css';
import { shortcuts } from './registry.ts';

/** The list of keys (`?`), and the switch of those that are a single key. */
export default function KeysDialog() {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const turn = () => {
    turnSingleKeys(!isOn);
    setOn(!isOn);
  };
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
      <div className={styles.choice}>
        <Checkbox checked={isOn} onChange={turn}>
          Shortcuts of a single key
        </Checkbox>
        <p>Turn them off if you speak your input, or press keys by mistake.</p>
      </div>
    </Dialog>
  );
}
