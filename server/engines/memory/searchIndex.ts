import { Unavailable } from '#projections/engine/eventLog.ts';
import {
  documentProblem,
  type SearchBuild,
  type SearchDocument,
  type SearchIndex,
  SearchNotReady,
  type SearchQuestion,
  type SearchShape,
} from '../../ports/searchIndex.ts';
import { typosBetween, typosIn } from '../nearWords.ts';

interface Build {
  readonly shape: SearchShape;
  readonly documents: Map<string, SearchDocument>;
  isLive: boolean;
  state: string | null;
}

/** The plainest search index, in memory: for tests, and what other engines are compared with. */
export function createMemorySearchIndex(): SearchIndex {
  const builds = new Map<string, Build>();
  let isClosed = false;
  let made = 0;

  const describe = ([id, { shape, isLive, state }]: readonly [string, Build]): SearchBuild => ({
    id,
    version: shape.version,
    isLive,
    state,
  });
  const ofIndex = (index: string) => [...builds].filter(([, { shape }]) => shape.name === index);
  function open(): void {
    if (isClosed) throw new Unavailable('The search index is closed.');
  }
  function buildOf(id: string): Build {
    open();
    const build = builds.get(id);
    if (build === undefined) throw new Error(`There is no build ${id}.`);
    return build;
  }

  return {
    async builds(index) {
      open();
      return ofIndex(index)
        .map(describe)
        .toSorted((a, b) => Number(b.isLive) - Number(a.isLive));
    },
    async begin(shape) {
      open();
      made += 1;
      const id = `${shape.name}-${made}`;
      const build: Build = { shape, documents: new Map(), isLive: false, state: null };
      builds.set(id, build);
      return describe([id, build]);
    },
    async write(id, { put, remove }) {
      const { documents } = buildOf(id);
      for (const key of remove) documents.delete(key);
      return put.flatMap((document) => {
        const error = documentProblem(document);
        if (error !== null) return [{ key: document.key, error }];
        documents.set(document.key, document);
        return [];
      });
    },
    async note(id, state) {
      buildOf(id).state = state;
    },
    async makeLive(id) {
      const build = buildOf(id);
      for (const [other, { isLive }] of ofIndex(build.shape.name)) if (isLive && other !== id) builds.delete(other);
      build.isLive = true;
    },
    async discard(id) {
      open();
      if (builds.get(id)?.isLive === true) throw new Error(`${id} is live.`);
      builds.delete(id);
    },
    async erase(subjects) {
      open();
      for (const { documents } of builds.values()) {
        for (const [key, { subject }] of documents) {
          if (subject !== null && subjects.includes(subject)) documents.delete(key);
        }
      }
    },
    async find(question) {
      open();
      const live = ofIndex(question.index).find(([, { isLive }]) => isLive)?.[1];
      if (live === undefined) throw new SearchNotReady(question.index);
      const found = findIn(live, question);
      const from = (question.page - 1) * question.perPage;
      const keys = found.slice(from, from + question.perPage).map(({ key }) => key);
      return { keys, more: found.length > from + question.perPage };
    },
    async check() {
      open();
    },
    async close() {
      isClosed = true;
    },
  };
}

function findIn({ shape, documents }: Build, { words, campus, filters }: SearchQuestion): readonly SearchDocument[] {
  const inScope = [...documents.values()].filter(
    (each) =>
      (campus === null || each.campus === campus) &&
      Object.entries(filters).every(([name, value]) => (each.filters[name] ?? '') === value),
  );
  const last = words.at(-1) ?? '';
  const hasAll = (document: SearchDocument, isMatch: (written: string, word: string, isLast: boolean) => boolean) =>
    words.every((written, n) => wordsOf(document).some((word) => isMatch(written, word, n === words.length - 1)));
  const whole =
    shape.ranking === 'newest' ? inScope.filter((each) => hasAll(each, (written, word) => word === written)) : [];
  const begun = () =>
    inScope.filter((each) =>
      hasAll(each, (written, word, isLast) => (isLast ? word.startsWith(written) : word === written)),
    );
  const exact = whole.length > 0 ? whole : begun();
  const near = (written: string, word: string, isLast: boolean) =>
    typosBetween(written, word, typosIn(written), isLast) <= typosIn(written);
  const isKnown = words.map((written, n) =>
    inScope.some((each) =>
      wordsOf(each).some((word) => (n === words.length - 1 ? word.startsWith(written) : word === written)),
    ),
  );
  const nearUnknown = () =>
    inScope.filter((each) =>
      words.every((written, n) => {
        const isLast = n === words.length - 1;
        const isSame = (word: string) => (isLast ? word.startsWith(written) : word === written);
        return wordsOf(each).some(isKnown[n] === true ? isSame : (word) => near(written, word, isLast));
      }),
    );
  const first = exact.length > 0 ? exact : nearUnknown();
  const matches = first.length > 0 ? first : inScope.filter((each) => hasAll(each, near));
  const isWhole = (document: SearchDocument) => Number(last !== '' && wordsOf(document).includes(last));
  return matches.toSorted((a, b) => (shape.ranking === 'newest' ? 0 : isWhole(b) - isWhole(a)) || b.at - a.at);
}

function wordsOf({ texts }: SearchDocument): readonly string[] {
  return Object.values(texts).flatMap((text) => text.split(' '));
}
