import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog, closeDialogThen } from '../kit/dialog/dialogStore.ts';
import { addressOf, type Search } from './address.ts';
import FilterFields from './FilterFields.tsx';
import styles from './SearchPage.module.css';

/** The filters on a phone: a sheet over the results, which change once it is closed by "Show results". */
export default function FiltersDialog({ search }: { readonly search: Search }) {
  const navigate = useNavigate();
  const [filters, setFilters] = useState(search.filters);
  const show = () => closeDialogThen(() => void navigate(addressOf({ ...search, filters }), { replace: true }));
  return (
    <Dialog title="Filters" onClose={closeDialog}>
      <div className={styles.sheet}>
        <FilterFields filters={filters} onChange={setFilters} />
      </div>
      <DialogActions>
        <Button variant="primary" wide onClick={show}>
          Show results
        </Button>
        <Button wide disabled={Object.keys(filters).length === 0} onClick={() => setFilters({})}>
          Clear filters
        </Button>
      </DialogActions>
    </Dialog>
  );
}
