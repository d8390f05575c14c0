import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { type SearchIndex, SearchNotReady } from '#server/ports/searchIndex.ts';
import { searchBuildsContract } from './searchIndexBuilds.ts';
import { searchMatchesContract, searchOrderContract, searchTyposContract } from './searchIndexMatches.ts';
import { hitsOf, liveBuild, question, THINGS, thing } from './searchIndexSamples.ts';
import { searchWritesContract } from './searchIndexWrites.ts';
import type { UnderTest } from './temporaryStore.ts';

/**
 * The contract of search indexes (`server/ports/searchIndex.ts`).
 *
 * @param open gives an empty one for one test
 */
export function searchIndexContract(
  name: string,
  open: () => Promise<UnderTest<SearchIndex>>,
  { isDurable }: { readonly isDurable: boolean },
): void {
  describe(`search index contract: ${name}`, () => {
    let subject: UnderTest<SearchIndex>;
    const index = () => subject.store;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.dispose());

    describe('matches', () => searchMatchesContract(index));
    describe('mistakes in words', () => searchTyposContract(index));
    describe('order and pages', () => searchOrderContract(index));
    describe('writes', () => searchWritesContract(index));
    describe('builds', () => searchBuildsContract(index));

    it('answers that it is not ready before an index was ever built, and passes its check', async () => {
      await expect(index().find(question(THINGS, 'bike'))).rejects.toThrow(SearchNotReady);
      await index().check();
    });

    it('answers Unavailable to every call after close', async () => {
      const { store } = subject;
      await store.close();
      await store.close();
      await expect(store.find(question(THINGS, 'bike'))).rejects.toThrow(Unavailable);
      await expect(store.builds('things')).rejects.toThrow(Unavailable);
      await expect(store.check()).rejects.toThrow(Unavailable);
    });

    if (!isDurable) return;
    it('has documents, builds and states after it is opened again', async () => {
      const id = await liveBuild(index(), THINGS, [thing('a', 'red bike')]);
      await index().note(id, 'as far as row 7');
      const again = await subject.reopen();
      expect(await hitsOf(again, THINGS, 'bike')).toEqual(['a']);
      expect(await again.builds('things')).toEqual([{ id, version: '1', isLive: true, state: 'as far as row 7' }]);
    });
  });
}
