import { tabStorage } from '../../kit/storage/textStorage.ts';

/** The reader's position in a long list: a card, and the distance of its upper edge from the window's. */
export interface ListPlace {
  readonly anchor: string;
  /** Pixels; negative when the card's head was above the window. */
  readonly offset: number;
  /** Height in pixels of every card that was measured, by key. */
  readonly heights: Readonly<Record<string, number>>;
}

const STORAGE_KEY = 'quad-places';
/** Lists that are remembered in a tab. */
const MAX_PLACES = 10;

function read(): Readonly<Record<string, ListPlace>> {
  try {
    return JSON.parse(tabStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, ListPlace>;
  } catch {
    return {};
  }
}

/** The remembered position in a history entry's list: for Back and for a reload (FEED-27, D26). */
export function placeOf(entry: string): ListPlace | undefined {
  return read()[entry];
}

/** Remembers a position; the oldest ones are forgotten. `null`: at the top, nothing to remember. */
export function rememberPlace(entry: string, place: ListPlace | null): void {
  const { [entry]: _before, ...others } = read();
  const kept = Object.entries(others).slice(-(MAX_PLACES - 1));
  if (place !== null) kept.push([entry, place]);
  try {
    tabStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch (error) {
    console.warn('The place in the list is not remembered: storage is full or closed.', error);
  }
}
