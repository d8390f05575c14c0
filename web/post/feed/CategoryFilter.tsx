import { ChevronDown, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { categoryDialog } from '../offer/dialogs.ts';
import { feedPath } from '../offer/feedPath.ts';
import styles from './CategoryFilter.module.css';
import { Chips } from './Chips.tsx';
import { browsePath, type Chosen } from './chips.ts';

const saySwitched = () => showAlert('okay', 'Category switched');

/**
 * The feed's filters: which category is shown, the way to another one (FEED-07), and those that one press sets. A feed is
 * of a category alone: prices lead to all posts that have them.
 */
export function CategoryFilter({ category }: { readonly category: string }) {
  const navigate = useNavigate();
  const switchTo = (next: string) => {
    if (next === category) return;
    navigate(feedPath(next));
    saySwitched();
  };
  const linkOf = (next: Chosen) =>
    next.price === undefined
      ? { to: feedPath(next.category ?? ALL_CATEGORIES.value), onClick: saySwitched }
      : { to: browsePath(next) };
  const label = findCategory(category)?.label;
  const isAll = category === ALL_CATEGORIES.value;
  return (
    <Chips chosen={isAll ? {} : { category }} linkOf={linkOf}>
      <button
        className={styles.category}
        type="button"
        aria-haspopup="dialog"
        aria-label={`Category: ${label}`}
        onClick={() => openDialog(categoryDialog, { value: category, onChoose: switchTo })}
      >
        {label}
        <ChevronDown size={18} aria-hidden />
      </button>
      {!isAll && (
        <IconButton label="Show all categories" onClick={() => switchTo(ALL_CATEGORIES.value)}>
          <X size={18} aria-hidden />
        </IconButton>
      )}
    </Chips>
  );
}
