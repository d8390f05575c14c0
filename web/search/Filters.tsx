import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { useMobile } from '../kit/useMediaQuery.ts';
import { addressOf, type Filters as Chosen, type Search } from './address.ts';
import { filtersDialog } from './dialogs.ts';
import { FilterFields } from './FilterFields.tsx';
import styles from './SearchPage.module.css';

/** Narrows the posts that are found, by the address: above the results, and on a phone in a sheet. */
export function Filters({ search }: { readonly search: Search }) {
  const mobile = useMobile();
  const count = Object.keys(search.filters).length;
  const label = (
    <>
      <SlidersHorizontal size={18} aria-hidden />
      Filters{count > 0 && ` (${count})`}
    </>
  );
  if (!mobile) return <Unfolding search={search} label={label} />;
  return (
    <button type="button" className={styles.open} onClick={() => openDialog(filtersDialog, { search })}>
      {label}
    </button>
  );
}

function Unfolding({ search, label }: { readonly search: Search; readonly label: ReactNode }) {
  const navigate = useNavigate();
  const change = (filters: Chosen) => void navigate(addressOf({ ...search, filters }), { replace: true });
  return (
    <details className={styles.filters}>
      <summary>{label}</summary>
      <div className={styles.fields}>
        <FilterFields filters={search.filters} onChange={change} />
        {Object.keys(search.filters).length > 0 && <Button onClick={() => change({})}>Clear filters</Button>}
      </div>
    </details>
  );
}
