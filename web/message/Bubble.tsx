import { Suspense } from 'react';
import { PlainText } from '../post/face.ts';
import styles from './Message.module.css';

/** The text of a message. Until the code that finds its links is there it stands without them. */
export function Bubble({ text }: { readonly text: string }) {
  return (
    <div className={styles.bubble} dir="auto">
      <Suspense fallback={<p className={styles.plain}>{text}</p>}>
        <PlainText text={text} />
      </Suspense>
    </div>
  );
}
