import { Link } from 'react-router';
import { categories } from '#domain/post/categories.ts';
import { iconOf } from '../offer/categoryIcons.ts';
import { feedPath } from '../offer/feedPath.ts';
import { useCategoryCounts } from '../offer/useCategoryCounts.ts';
import styles from './AboutOffer.module.css';

/** Categories that are shown at most; with fewer than the least that have posts there is no list. */
const SHOWN_MAX = 6;
const SHOWN_MIN = 3;

/** Beside the feed: the categories with the most posts, each leading to its own feed. */
export default function PopularCategories() {
  const counted = useCategoryCounts();
  const countOf = (category: string) => counted?.counts[category] ?? 0;
  const busiest = categories
    .filter(({ value }) => countOf(value) > 0)
    .toSorted((a, b) => countOf(b.value) - countOf(a.value))
    .slice(0, SHOWN_MAX);
  if (busiest.length < SHOWN_MIN) return null;
  return (
    <section className={styles.card}>
      <h2>Popular categories</h2>
      <ul className={styles.categories}>
        {busiest.map(({ value, label }) => {
          const Icon = iconOf(value);
          return (
            <li key={value}>
              <Link to={feedPath(value)}>
                <Icon size={18} aria-hidden /> {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
