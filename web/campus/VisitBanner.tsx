import { ChevronRight } from 'lucide-react';
import { findCampus } from '#domain/campus/registry.ts';
import { isGenericSite } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { visitCampus } from '../session/visitCampus.ts';
import { SchoolMark } from './SchoolMark.tsx';
import styles from './VisitBanner.module.css';

/** On the generic site: the way to the own campus, for its verified members (CAMP-17). */
export function VisitBanner() {
  const { access } = useViewer();
  const campus = findCampus(access.memberOf ?? '');
  if (!isGenericSite || campus === undefined) return null;
  return (
    <button type="button" className={styles.banner} onClick={() => visitCampus(campus)}>
      <SchoolMark campus={campus} />
      <span className={styles.text}>
        Visit Your Campus
        <small>{campus.fullName}</small>
      </span>
      <ChevronRight size={20} aria-hidden />
    </button>
  );
}
