import { ChevronDown, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { categoryDialog } from '../offer/dialogs.ts';
import { feedPath } from '../offer/feedPath.ts';
import styles from './CategoryFilter.module.css';

/** The feed's filter: which category is shown, and the way to another one (FEED-07). */
export function CategoryFilter({ category }: { readonly category: string }) {
  const navigate = useNavigate();
  const switchTo = (next: string) => {
    if (next === category) return;
    navigate(feedPath(next));
    showAlert('okay', 'Category switched');
  };
  const label = findCategory(category)?.label;
  return (
    <div className={styles.filter}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Category: ${label}`}
        onClick={() => openDialog(categoryDialog, { value: category, onChoose: switchTo })}
      >
        {label}
        <ChevronDown size={18} aria-hidden />
      </button>
      {category !== ALL_CATEGORIES.value && (
        <IconButton label="Show all categories" onClick={() => switchTo(ALL_CATEGORIES.value)}>
          <X size={18} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
