import { ArrowLeft } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { site, sitePlace } from '../app/site.ts';
import { CampusMark } from '../campus/CampusMark.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './AuthLayout.module.css';

/** The frame of everything on the way in: the campus on one side, one question at a time on the other. */
export function AuthLayout() {
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <span className={styles.backdrop} aria-hidden>
          <CampusMark />
        </span>
        <Link to="/home" aria-label={`${site.name} Quad, to the feed`}>
          <CampusMark size={28} />
          {site.name} Quad
        </Link>
        <p className={styles.pitch}>Buy, sell and talk with the people you share a campus with.</p>
        <p className={styles.place}>{sitePlace}. Quad is made for students and is not affiliated with any school.</p>
      </header>
      <main className={styles.panel}>
        <Outlet />
      </main>
    </div>
  );
}

/** One step: a title, a sentence, its fields. */
export function AuthForm(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The arrow above the title. */
  readonly back?: { readonly label: string; readonly onClick: () => void };
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit?.();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {props.back && (
        <IconButton className={styles.back} label={props.back.label} onClick={props.back.onClick}>
          <ArrowLeft size={22} />
        </IconButton>
      )}
      <h1>{props.title}</h1>
      {props.lead !== undefined && <p className={styles.lead}>{props.lead}</p>}
      {props.children}
    </form>
  );
}
