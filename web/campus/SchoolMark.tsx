import type { CSSProperties } from 'react';
import type { Campus } from '#domain/campus/campus.ts';
import { CampusMark } from '../session/CampusMark.tsx';
import styles from './SearchSchoolsPage.module.css';

/** A school's mark on its own colour. */
export function SchoolMark({ campus }: { readonly campus: Campus }) {
  const { light, dark, on } = campus.colours;
  const colours = { '--campus-light': light, '--campus-dark': dark, '--campus-on': on } as CSSProperties;
  return (
    <span className={styles.mark} style={colours}>
      <CampusMark campus={campus} size={24} />
    </span>
  );
}
