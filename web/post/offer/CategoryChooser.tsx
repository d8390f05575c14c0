import { Check, SearchX } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { TaskDialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { EmptyState } from '../../kit/State.tsx';
import { useMobile } from '../../kit/useMediaQuery.ts';
import styles from './CategoryChooser.module.css';
import { iconOf } from './categoryIcons.ts';
import { findCategories } from './findCategories.ts';
import { type CategoryCounts, useCategoryCounts } from './useCategoryCounts.ts';

/** The 32 categories and all of them together: a window, the whole screen on phones (POST-08, POST-09). */
export function CategoryChooser(props: {
  readonly value: string;
  readonly onChoose: (category: string) => void;
  readonly onClose: () => void;
}) {
  const { value, onChoose, onClose } = props;
  const [typed, setTyped] = useState('');
  const found = useMemo(() => findCategories(typed), [typed]);
  const field = useRef<HTMLInputElement>(null);
  const counted = useCategoryCounts();
  const list = useRef<HTMLUListElement>(null);
  // On a phone the keyboard would cover the list.
  const mobile = useMobile();

  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by];
    if (next !== undefined) next.focus();
    else if (by === -1) field.current?.focus();
  };

  return (
    <TaskDialog title="Choose a category" onClose={onClose} {...(mobile ? {} : { focusFirst: field })}>
      <div className={styles.search}>
        <TextField
          ref={field}
          label="Search categories"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            const [only] = found;
            if (event.key === 'Enter' && typed !== '' && only !== undefined) onChoose(only.value);
            else step(event);
          }}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX size={32} />}
          title="No such category"
          text="Try another word, or choose from all."
        />
      ) : (
        <ul ref={list} className={styles.list} aria-label="Categories">
          {found.map((category) => (
            <li key={category.value}>
              <button
                type="button"
                aria-pressed={category.value === value}
                aria-description={spoken(countOf(counted, category.value))}
                onClick={() => onChoose(category.value)}
                onKeyDown={step}
              >
                <Icon of={category.value} />
                <span className={styles.label}>{category.label}</span>
                {countOf(counted, category.value) !== '' && (
                  <span className={styles.count} aria-hidden>
                    {countOf(counted, category.value)}
                  </span>
                )}
                {category.value === value && <Check size={20} aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </TaskDialog>
  );
}

function Icon(props: { readonly of: string }) {
  const Drawn = iconOf(props.of);
  return <Drawn size={20} aria-hidden />;
}

/** "12", "12+" where not all posts are counted; empty: nothing is known of it, or there is none. */
function countOf(counted: CategoryCounts | null, category: string): string {
  const count = counted?.counts[category];
  return count === undefined ? '' : `${count}${counted?.more === true ? '+' : ''}`;
}

function spoken(count: string): string | undefined {
  if (count === '') return undefined;
  return count === '1' ? '1 post' : `${count} posts`;
}
