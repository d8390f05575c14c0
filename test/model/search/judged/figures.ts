import type { JudgedPost } from './corpus.ts';
import type { Judged } from './queries.ts';

/** Hits that are looked at. */
export const JUDGED_HITS = 10;

/** How well a search answers, from 0 to 1. */
export interface Quality {
  /** Share of what is wanted among the first hits, of as many as could be there. */
  readonly recall: number;
  /** The same, weighed by place: a wanted hit further down counts less (nDCG). */
  readonly ndcg: number;
}

const weight = (place: number) => 1 / Math.log2(place + 2);
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The quality of one answer. @param keys of the hits, in their order */
export function qualityOf(
  { wanted }: Judged,
  keys: readonly string[],
  posts: ReadonlyMap<string, JudgedPost>,
): Quality {
  const first = keys.slice(0, JUDGED_HITS);
  const isWanted = (post: JudgedPost | undefined) =>
    wanted.some((each) => {
      const [thing, letters = ''] = each.split(':');
      return post?.thing === thing && post?.way.toLowerCase().includes(letters) === true;
    });
  const possible = Math.min(JUDGED_HITS, [...posts.values()].filter(isWanted).length);
  if (possible === 0) throw new Error(`The corpus has no ${wanted.join(', ')}.`);
  const places = first.flatMap((key, place) => (isWanted(posts.get(key)) ? [place] : []));
  const best = sum(Array.from({ length: possible }, (_, place) => weight(place)));
  return { recall: places.length / possible, ndcg: sum(places.map(weight)) / best };
}

/** The mean of some answers. */
export function meanOf(qualities: readonly Quality[]): Quality {
  const mean = (of: (each: Quality) => number) => sum(qualities.map(of)) / qualities.length;
  return { recall: mean(({ recall }) => recall), ndcg: mean(({ ndcg }) => ndcg) };
}

/** Figures as a table: a line a kind of question, a pair of columns a search. */
export function tableOf(queries: readonly Judged[], searches: Readonly<Record<string, readonly Quality[]>>): string {
  const kinds = [...new Set(queries.map(({ kind }) => kind)), 'all'];
  const names = Object.keys(searches);
  const line = (cells: readonly string[]) =>
    cells.map((cell, n) => (n === 0 ? cell.padEnd(16) : cell.padStart(18))).join('');
  const rows = kinds.map((kind) => {
    const isOf = (n: number) => kind === 'all' || queries[n]?.kind === kind;
    const cells = names.map((name) => {
      const { recall, ndcg } = meanOf((searches[name] ?? []).filter((_, n) => isOf(n)));
      return `${recall.toFixed(3)} / ${ndcg.toFixed(3)}`;
    });
    return line([`${kind} (${queries.filter((_, n) => isOf(n)).length})`, ...cells]);
  });
  return [line([`recall@${JUDGED_HITS} / nDCG`, ...names]), ...rows].join('\n');
}
