import { X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { copyText } from '../kit/copyText.ts';
import { hasSeveralSigns } from '../kit/graphemes.ts';
import { IconButton } from '../kit/IconButton.tsx';
import styles from './LeftOutNote.module.css';
import { FAULT } from './refusalText.ts';

/** Words that did not fit a text, and are still to be had. */
export interface LeftOut {
  /** Empty: there are none. */
  readonly words: string;
  /** Keeps the words. A single sign is a key at the limit, and not kept: it is as easily typed again. */
  keep(words: string): void;
  forget(): void;
}

/** The words that a field at its limit did not take. */
export function useLeftOut(): LeftOut {
  const [words, setWords] = useState('');
  const keep = useCallback((left: string) => {
    if (hasSeveralSigns(left)) setWords(left);
  }, []);
  return { words, keep, forget: useCallback(() => setWords(''), []) };
}

/** Says that a paste was cut, and gives the rest back (D10): it stays until it is sent away. */
export function LeftOutNote({ leftOut: { words, forget } }: { readonly leftOut: LeftOut }) {
  if (words === '') return null;
  const copy = async () => {
    if (!(await copyText(words))) return showAlert('danger', FAULT);
    showAlert('okay', 'Copied to clipboard');
    forget();
  };
  return (
    <div className={styles.note} role="status">
      <span className={styles.words}>
        <span>{`${[...words].length} characters did not fit`}</span>
        <bdi className={styles.left}>…{words}</bdi>
      </span>
      <Button size="small" onClick={copy}>
        Copy them
      </Button>
      <IconButton label="Dismiss" onClick={forget}>
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  );
}
