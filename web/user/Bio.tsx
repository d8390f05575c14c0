import { useState } from 'react';
import { Button } from '../kit/Button.tsx';
import styles from './ProfilePage.module.css';

/** Lines of a bio that are shown at once: a bio of line breaks alone would push the posts off the screen. */
const LINES_SHOWN = 6;

/** The words of a person about themselves (PROF-09). Blank lines in a row are drawn as one, and many lines open at a press. */
export function Bio({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const lines = text.replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n').split('\n');
  const isLong = lines.length > LINES_SHOWN;
  const shown = isLong && !isWhole ? lines.slice(0, LINES_SHOWN) : lines;
  return (
    <div>
      <p className={styles.bio} dir="auto">
        {shown.join('\n')}
      </p>
      {isLong && (
        <Button
          className={styles.more}
          variant="quiet"
          size="small"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
