/** Filters that one press sets, above a feed, its photos, and what is found. */
export type ChipFilter = 'price' | 'category';

/** A filter that one press sets or takes back. */
export interface Chip {
  readonly filter: ChipFilter;
  /** As the address says it: of the price a band of the search, of the category its value. */
  readonly value: string;
  readonly label: string;
}

/**
 * The chips in their order. Nobody counts the posts of a category, so these are the ones that students of every campus look
 * for, and not those that are the busiest here.
 */
export const chips: readonly Chip[] = [
  { filter: 'price', value: 'free', label: 'Free' },
  { filter: 'price', value: 'under-25', label: 'Under $25' },
  { filter: 'category', value: 'housing & apartments', label: 'Housing' },
  { filter: 'category', value: 'tickets', label: 'Tickets' },
  { filter: 'category', value: 'furniture', label: 'Furniture' },
  { filter: 'category', value: 'books movies & music', label: 'Books' },
  { filter: 'category', value: 'computers & accessories', label: 'Computers' },
  { filter: 'category', value: 'clothing, shoes, & accessories', label: 'Clothing' },
];

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
