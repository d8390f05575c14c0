import { ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { AccountRow } from '../noun.ts';
import styles from './AccountRows.module.css';
import { inOrder } from './registry.ts';
import { useSettingsParts } from './settingsParts.ts';

/** The rows of the account, of all nouns; those that can be changed lead to their forms (SETT-05, Q71). */
export default function AccountRows() {
  const parts = useSettingsParts();
  const rows = useMemo(() => inOrder(parts.flatMap((part) => part.accountRows ?? [])), [parts]);
  return (
    <dl className={styles.rows}>
      {rows.map((row) => (
        <Row key={row.label} row={row} />
      ))}
    </dl>
  );
}

/** The link is named by the label and covers the row. */
function Row({ row: { label, to, Value } }: { readonly row: AccountRow }) {
  return (
    <div className={styles.row}>
      <dt>
        {to === undefined ? (
          label
        ) : (
          <Link className={styles.link} to={to}>
            {label}
          </Link>
        )}
      </dt>
      <dd>
        <Value />
      </dd>
      {to !== undefined && <ChevronRight className={styles.arrow} size={18} aria-hidden />}
    </div>
  );
}
