import { ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Campus } from '#domain/campus/campus.ts';
import { campuses, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { CampusMark } from '../session/CampusMark.tsx';
import { campusAddress, placeOf } from '../session/site.ts';
import styles from './CampusDirectory.module.css';

const schools = campuses
  .filter(({ id }) => id !== GENERIC_CAMPUS)
  .sort((one, other) => one.fullName.localeCompare(other.fullName, 'en'));

/** Shown by the generic site in place of a feed: links to the campuses, each on its own host (CAMP-05). */
export default function CampusDirectory() {
  return (
    <>
      <PageHeader variant="home" title="Find your campus" sub={`${schools.length} campuses`} />
      <p className={styles.lead}>Each campus has a site of its own. Pick yours to see what its students sell.</p>
      <ul className={styles.list}>
        {schools.map((campus) => (
          <li key={campus.id}>
            <School campus={campus} />
          </li>
        ))}
      </ul>
    </>
  );
}

function School({ campus }: { readonly campus: Campus }) {
  const { light, dark, on } = campus.colours;
  const colours = { '--campus-light': light, '--campus-dark': dark, '--campus-on': on } as CSSProperties;
  return (
    <a className={styles.school} href={campusAddress(campus)} style={colours}>
      <span className={styles.mark}>
        <CampusMark campus={campus} size={24} />
      </span>
      <span className={styles.names}>
        <strong>{campus.fullName}</strong>
        <span>
          {campus.name} · {placeOf(campus)}
        </span>
      </span>
      <ChevronRight size={20} aria-hidden />
    </a>
  );
}
