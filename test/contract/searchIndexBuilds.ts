import { expect, it } from '@jest/globals';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { hitsOf, liveBuild, PERSONS, person, THINGS, thing } from './searchIndexSamples.ts';

/** Builds beside the live one. */
export function searchBuildsContract(index: () => SearchIndex): void {
  it('answers from the live build while another is made, and from that one at once when it is live', async () => {
    const before = await liveBuild(index(), THINGS, [thing('a', 'red bike')]);
    const { id, ...next } = await index().begin({ ...THINGS, version: '2' });
    expect(next).toEqual({ version: '2', isLive: false, state: null });
    await index().write(id, { put: [thing('b', 'blue bike')], remove: [] });
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['a']);
    const during = await index().builds('things');
    expect(during.map((build) => [build.id, build.isLive])).toEqual([
      [before, true],
      [id, false],
    ]);
    await index().makeLive(id);
    await index().makeLive(id);
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['b']);
    expect(await index().builds('things')).toEqual([{ id, version: '2', isLive: true, state: null }]);
  });

  it('keeps the state of each build with it', async () => {
    const live = await liveBuild(index(), THINGS, []);
    const { id } = await index().begin(THINGS);
    await index().note(live, 'one');
    await index().note(id, '{"a": "ünï"}');
    await index().note(live, 'two');
    const states = new Map((await index().builds('things')).map((build) => [build.id, build.state]));
    expect(states).toEqual(
      new Map([
        [live, 'two'],
        [id, '{"a": "ünï"}'],
      ]),
    );
  });

  it('forgets a build that is discarded, and never the live one', async () => {
    const live = await liveBuild(index(), THINGS, [thing('a', 'red bike')]);
    const { id } = await index().begin(THINGS);
    await index().discard(id);
    await index().discard(id);
    await expect(index().discard(live)).rejects.toThrow();
    expect((await index().builds('things')).map((build) => build.id)).toEqual([live]);
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['a']);
  });

  it('keeps indexes apart', async () => {
    await liveBuild(index(), THINGS, [thing('a', 'maya')]);
    await liveBuild(index(), PERSONS, [person('1', 'Maya Torres', 'maya')]);
    expect(await hitsOf(index(), THINGS, 'maya')).toEqual(['a']);
    expect(await hitsOf(index(), PERSONS, 'maya')).toEqual(['1']);
    expect(await index().builds('nothing')).toEqual([]);
  });
}
