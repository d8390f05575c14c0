import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { NaiveDocuments } from '../model.ts';

interface Fields {
  readonly searchId: string;
  readonly userId: string;
  readonly campus: string;
  readonly term: string;
  readonly terms: readonly string[];
  readonly text: string;
}

interface Entry {
  readonly user: string;
  readonly campus: string;
  readonly searchId: string;
  readonly quantity: number;
  readonly order: string;
}

interface Total {
  readonly campus: string;
  /** Searches of each user. */
  readonly users: Map<string, number>;
  ghosts: number;
  text: string | null;
  last: string;
}

/** Lists and totals by sets and counting. */
class Searched {
  readonly entries = new Map<string, Entry | null>();
  readonly totals = new Map<string, Total>();

  take({ type, data, position }: RecordedEvent): void {
    const fields = data as Fields;
    const { searchId, userId: user, campus, term } = fields;
    const key = `${term}-${user}`;
    if (type === 'SearchPerformed' || type === 'RecentSearchAdded') {
      const quantity = (this.entries.get(key)?.quantity ?? 0) + (type === 'SearchPerformed' ? 1 : 0);
      this.entries.set(key, { user, campus, searchId, quantity, order: position });
    }
    if (type === 'SearchPerformed') {
      const total = this.total(fields, position);
      total.users.set(user, (total.users.get(user) ?? 0) + 1);
    }
    if (type === 'VisitorSearched') {
      const total = this.total(fields, position);
      total.ghosts += 1;
    }
    if (type === 'SearcherForgotten') this.totals.get(term)?.users.delete(user);
    if (type === 'SearchTermPublished') this.total(fields, position).text = fields.text;
    if (type === 'SearchTermTakenBack') this.total(fields, position).text = null;
    if (type === 'RecentSearchRemoved') this.remove(key);
    if (type === 'RecentSearchesCleared') for (const each of fields.terms) this.remove(`${each}-${user}`);
  }

  private total({ term, campus }: Fields, last: string): Total {
    const found = this.totals.get(term) ?? { campus, users: new Map(), ghosts: 0, text: null, last };
    this.totals.set(term, found);
    found.last = last;
    return found;
  }

  private remove(key: string): void {
    if (this.entries.has(key)) this.entries.set(key, null);
  }
}

const allOf = ({ users, ghosts }: Total) => [...users.values()].reduce((sum, each) => sum + each, ghosts);

/** The lists of people and the totals of campuses that follow from a history. */
export function searchDocumentsOf(history: readonly RecordedEvent[]): NaiveDocuments {
  const searched = new Searched();
  for (const event of history) searched.take(event);
  const { entries, totals } = searched;
  const listed = [...entries].flatMap(([key, entry]) => (entry === null ? [] : [{ key, ...entry }]));
  const lists = Map.groupBy(listed, ({ campus, user }) => `${campus}:${user}`);
  const published = [...totals].filter(([, { text }]) => text !== null);
  const popular = Map.groupBy(published, ([, { campus }]) => campus);
  return {
    documents: [
      ...[...entries].map(([key, entry]) => ({
        collection: 'recentSearches',
        key,
        doc: entry === null ? null : { id: key, ...entry },
      })),
      ...[...totals].map(([key, total]) => ({
        collection: 'searchTotals',
        key,
        doc: {
          ...{ id: key, campus: total.campus, text: total.text },
          ...{ uniqueViews: total.users.size, ghostViews: total.ghosts, totalViews: allOf(total) },
        },
      })),
    ],
    whole: ['recentSearches', 'searchTotals'],
    windows: [
      ...[...lists].map(([list, own]) => ({
        collection: 'recentSearches',
        query: 'list',
        values: [list],
        keys: own.toSorted((one, other) => (one.order > other.order ? -1 : 1)).map(({ key }) => key),
      })),
      ...[...popular].map(([campus, found]) => ({
        collection: 'searchTotals',
        query: 'popular',
        values: [campus],
        keys: found
          .toSorted(([, one], [, other]) => allOf(other) - allOf(one) || (one.last > other.last ? -1 : 1))
          .map(([key]) => key),
      })),
    ],
  };
}
