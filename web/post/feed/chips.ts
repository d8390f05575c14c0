import { findCategory } from '#domain/post/categories.ts';

/** Filters that one press sets, above a feed, its photos, and what is found. */
export type ChipFilter = 'price' | 'category';

/** A filter that one press sets or takes back. */
export interface Chip {
  readonly filter: ChipFilter;
  /** As the address says it: of the price a band of the search, of the category its value. */
  readonly value: string;
  readonly label: string;
}

/** Those that students of every campus look for. */
const COMMON: readonly Chip[] = [
  { filter: 'price', value: 'free', label: 'Free' },
  { filter: 'price', value: 'under-25', label: 'Under $25' },
  { filter: 'category', value: 'housing & apartments', label: 'Housing' },
  { filter: 'category', value: 'tickets', label: 'Tickets' },
];
/** Those in the place of busy ones, where the campus has too few. */
const USUAL: readonly Chip[] = [
  { filter: 'category', value: 'furniture', label: 'Furniture' },
  { filter: 'category', value: 'books movies & music', label: 'Books' },
  { filter: 'category', value: 'computers & accessories', label: 'Computers' },
  { filter: 'category', value: 'clothing, shoes, & accessories', label: 'Clothing' },
];

/** The chips in their order: those of every campus, then its busiest categories. @param counts of posts, by category */
export function chipsOf(counts: Readonly<Record<string, number>>): readonly Chip[] {
  const isOther = (value: string) => COMMON.every((chip) => chip.value !== value);
  const busiest = Object.keys(counts)
    .filter((value) => isOther(value) && findCategory(value) !== undefined)
    // Of two with as many, the order is that of their names: the same page has the same chips.
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || (a < b ? -1 : 1));
  const all = [...busiest, ...USUAL.map(({ value }) => value)];
  const chosen = [...new Set(all)].slice(0, USUAL.length);
  const named = (value: string): Chip =>
    USUAL.find((chip) => chip.value === value) ?? {
      filter: 'category',
      value,
      label: findCategory(value)?.label ?? value,
    };
  return [...COMMON, ...chosen.map(named)];
}

/** Filters by name, as far as they are set. */
export type Chosen = Readonly<Partial<Record<ChipFilter, string>>>;

/** The filters after a press on a chip: it sets its own, or takes it back, and leaves the others. */
export function toggled<Filters extends Chosen>(chosen: Filters, { filter, value }: Chip): Filters {
  const { [filter]: before, ...others } = chosen;
  return (before === value ? others : { ...others, [filter]: value }) as Filters;
}

/** Address of everything that some filters leave, without words: a search of posts, or of photos (`web/search/address.ts`). */
export function browsePath(filters: Chosen, show?: 'media'): string {
  const query = new URLSearchParams(show === undefined ? {} : { show });
  for (const name of ['category', 'price'] as const) if (filters[name] !== undefined) query.set(name, filters[name]);
  return `/search?${query}`;
}
