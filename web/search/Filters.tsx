import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { lazySoon } from '../kit/lazySoon.ts';
import { useMobile } from '../kit/useMediaQuery.ts';
import { addressOf, type Filters as Chosen, type Search } from './address.ts';
import { filtersDialog } from './dialogs.ts';
import styles from './SearchPage.module.css';

/** Nobody sees them before the filters are opened. */
const FilterFields = lazySoon(() => import('./FilterFields.tsx'));

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
  const [wasOpened, setOpened] = useState(false);
  const change = (filters: Chosen) => void navigate(addressOf({ ...search, filters }), { replace: true });
  return (
    <details className={styles.filters} onToggle={() => setOpened(true)}>
      <summary>{label}</summary>
      <div className={styles.fields}>
        {wasOpened && (
          <Suspense>
            <FilterFields filters={search.filters} onChange={change} />
          </Suspense>
        )}
        {Object.keys(search.filters).length > 0 && <Button onClick={() => change({})}>Clear filters</Button>}
      </div>
    </details>
  );
}
