import { type RefObject, useEffect, useState } from 'react';
import styles from './Thread.module.css';

/** "Write a comment" at hand on a phone, while the box for it is scrolled out of sight. */
export function WriteBar({
  box,
  onWrite,
}: {
  readonly box: RefObject<HTMLElement | null>;
  readonly onWrite: () => void;
}) {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setHidden(entry?.isIntersecting === false));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  if (!hidden) return null;
  return (
    <div className={styles.bar} data-page-bar>
      <button type="button" className={styles.ask} onClick={onWrite}>
        <span>Write a comment</span>
      </button>
    </div>
  );
}
