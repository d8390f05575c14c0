import { X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { copyText } from '../kit/copyText.ts';
import { firstWholeSigns, hasSeveralSigns } from '../kit/graphemes.ts';
import { IconButton } from '../kit/IconButton.tsx';
import styles from './LeftOutNote.module.css';
import { FAULT } from './refusalText.ts';

/** Characters that the note shows of what did not fit. */
const EXCERPT_CHARACTERS = 120;

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
    if (hasSeveralSigns(left)) setWords((before) => (before === '' ? left : `${before}\n${left}`));
  }, []);
  return { words, keep, forget: useCallback(() => setWords(''), []) };
}

/** Says that a paste was cut, and gives the rest back (D10): it stays until it is sent away. */
export function LeftOutNote({ leftOut: { words, forget } }: { readonly leftOut: LeftOut }) {
  const characters = useMemo(() => [...words].length, [words]);
  if (words === '') return null;
  const copy = async () => {
    if (!(await copyText(words))) return showAlert('danger', FAULT);
    showAlert('okay', 'Copied to clipboard');
    forget();
  };
  return (
    <div className={styles.note}>
      <span className={styles.words}>
        <span role="status">{`${characters} characters did not fit`}</span>
        <bdi className={styles.left} aria-hidden>
          …{firstWholeSigns(words, EXCERPT_CHARACTERS)}
        </bdi>
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
