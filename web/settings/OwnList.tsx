import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './OwnList.module.css';

/** The body of a page of settings that is no form, with its margins. */
export function SettingsBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}

/** A sentence beside what the page is about. */
export function SettingsNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** A list of what belongs to the account: devices, passkeys. Its rows are `OwnRow`s. */
export function OwnList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** A row of `OwnList`: what it is, what is known of it, and the buttons. */
export function OwnRow(props: {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly badge?: string | false;
  readonly facts: ReactNode;
  /** Its buttons. */
  readonly children?: ReactNode;
}) {
  const { icon: Icon, name, badge, facts, children } = props;
  return (
    <li className={styles.row}>
      <Icon size={24} aria-hidden />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {badge && <span className={styles.badge}>{badge}</span>}
        </p>
        <p className={styles.facts}>{facts}</p>
      </div>
      <div className={styles.acts}>{children}</div>
    </li>
  );
}
