import { useLocation } from 'react-router';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import styles from './BesidePage.module.css';

const AsideBox = lazySoon(() => import('./AsideBox.tsx'));

/** The box beside every page but the one that has its own (SRCH-01). */
export function BesidePage() {
  if (useLocation().pathname === '/search') return null;
  return (
    <div className={styles.place}>
      <AfterFirstView>
        <AsideBox />
      </AfterFirstView>
    </div>
  );
}
