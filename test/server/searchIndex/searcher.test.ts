import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SEARCH_MAX_PAGES, SEARCH_MAX_WORDS, SEARCH_PAGE_HITS } from '#domain/kernel/limits.ts';
import { personal } from '#domain/kernel/personal.ts';
import { SEARCH_MEDIA_PAGE_HITS } from '#domain/post/limits.ts';
import type { NamedView } from '#projections/kernel/search.ts';
import { collections, searchViews } from '#projections/registry.ts';
import { createSearch, type SearchAnswer } from '#server/searchIndex/searcher.ts';
import {
  below,
  createLogBuilder,
  creation,
  deletion,
  id,
  photo,
  registration,
  topLevel,
  verification,
} from '#test/projections/support/events.ts';
import { type SearchRig, searchRig } from './searchRig.ts';

let rig: SearchRig;
let log: ReturnType<typeof createLogBuilder>;
beforeEach(async () => {
  rig = await searchRig();
  log = createLogBuilder();
});
afterEach(() => rig.dispose());

function search(show: string, text: string, { userId = null as string | null, campus = 'ou', page = 1 } = {}) {
  const view = searchViews[show] as NamedView;
  const ask = createSearch({ index: rig.index, store: rig.reads, collections });
  return ask({ view, text, campus, page }, userId);
}
async function hits(...question: Parameters<typeof search>): Promise<readonly string[]> {
  const answer = await search(...question);
  if (!('ok' in answer)) throw new Error(answer.code);
  return answer.hits.map(({ key }) => key);
}

function pictured(name: string, author: string) {
  return { ...creation(topLevel(name, author), `${name} for sale`), media: personal([photo(name)]), imageCount: 1 };
}

/** Ann, a member of OU, and Bob, who has confirmed nothing. */
function people() {
  return [
    log.add('UserRegistered', registration('ann')),
    log.add('EmailConfirmed', { userId: id('ann'), codeId: id('code') }),
    log.add('SchoolVerified', verification('ann')),
    log.add('UserRegistered', registration('bob')),
  ];
}

describe('a search', () => {
  it('[SRCH-08] shows the posts of a campus by their words, the newest first, 10 on a page', async () => {
    const names = Array.from({ length: SEARCH_PAGE_HITS + 3 }, (_, n) => `bike${n}`);
    await rig.happen([
      ...people(),
      // By what they say, the oldest would come first, and every second one last.
      ...names.map((name, n) => {
        const says = n % 2 === 0 ? 'Bike bike bike' : 'An old bike among very many other words about something else';
        return log.add('PostCreated', creation(topLevel(name, 'ann'), says));
      }),
      log.add('PostCreated', creation(topLevel('far', 'bob', { campus: 'mit' }), 'A bike')),
      // A comment makes no old one a new one.
      log.add('PostCreated', creation(below(topLevel('bike0', 'ann'), 'question', 'bob'), 'Is it red?')),
    ]);
    await rig.follower().catchUp();
    const newest = names.map(id).toReversed();
    expect(SEARCH_PAGE_HITS).toBe(10);
    expect(await hits('latest', 'bike')).toEqual(newest.slice(0, 10));
    expect(await search('latest', 'bike')).toMatchObject({ more: true });
    expect(await hits('latest', 'bike', { page: 2 })).toEqual(newest.slice(10));
    expect(await search('latest', 'bike', { page: 2 })).toMatchObject({ more: false });
    expect(await hits('latest', 'bike', { campus: 'mit' })).toEqual([id('far')]);
  });

  it('brings each hit with its author and counters, as a topic does, and the own save of who asks', async () => {
    await rig.happen([
      ...people(),
      log.add('PostCreated', creation(topLevel('bike', 'bob'), 'A bike')),
      log.add('PostSaved', { postId: id('bike'), userId: id('ann'), campus: 'ou', author: id('bob') }),
    ]);
    await rig.follower().catchUp();
    const namesOf = (answer: SearchAnswer) => answer.documents.map(({ collection }) => collection).toSorted();
    const seen = (await search('latest', 'bike')) as SearchAnswer;
    expect(namesOf(seen)).toEqual(expect.arrayContaining(['people', 'postCounters', 'posts']));
    expect(JSON.stringify(seen)).toContain('A bike');
    expect(JSON.stringify(seen)).not.toContain('$sealed');
    expect(namesOf(seen)).not.toContain('saves');
    expect(namesOf((await search('latest', 'bike', { userId: id('ann') })) as SearchAnswer)).toContain('saves');
  });

  it('[SRCH-09 in part] shows posts with pictures alone, 15 on a page', async () => {
    await rig.happen([
      ...people(),
      log.add('PostCreated', pictured('lamp', 'ann')),
      log.add('PostCreated', creation(topLevel('sofa', 'ann'), 'lamp not for sale')),
    ]);
    await rig.follower().catchUp();
    expect(await hits('media', 'lamp')).toEqual([id('lamp')]);
    expect((await hits('latest', 'lamp')).length).toBe(2);
    await rig.happen([log.add('PostSaleChanged', { ...topLevel('lamp', 'ann'), sale: 'sold' })]);
    await rig.follower().catchUp();
    // A thing that is sold has left the grid of photos too.
    expect(await hits('media', 'lamp')).toEqual([]);
    expect([SEARCH_MEDIA_PAGE_HITS, searchViews.media?.view.page]).toEqual([15, 15]);
  });

  it('[SRCH-10 in part] [CHAT-23 in part] shows people of the campus by name and user name', async () => {
    await rig.happen([...people(), log.add('UserRegistered', registration('annabel', 'mit'))]);
    await rig.follower().catchUp();
    expect(await hits('people', 'an')).toEqual([id('ann')]);
    expect(await hits('people', 'an', { campus: 'mit' })).toEqual([id('annabel')]);
    const found = (await search('people', 'ann')) as SearchAnswer;
    expect(found.documents.find(({ key }) => key === id('ann'))?.doc).toMatchObject({
      firstName: 'ann',
      username: 'ann',
    });
    // Her name says it no longer, her user name does.
    const name = { firstName: personal('Hypatia'), lastName: personal('Alexandria') };
    await rig.happen([log.add('NameChanged', { userId: id('ann'), ...name })]);
    await rig.follower().catchUp();
    expect(await hits('people', 'ann')).toEqual([id('ann')]);
    expect(await hits('people', 'hypatia')).toEqual([id('ann')]);
  });

  it('[SRCH-20 in part] finds schools by short name, whole name and place, for everybody, and never the generic site', async () => {
    await rig.happen(people());
    await rig.follower().catchUp();
    expect((await hits('schools', 'OU', { campus: 'campus' }))[0]).toBe('ou');
    expect(await hits('schools', 'oklah', { userId: id('bob') })).toContain('ou');
    expect(await hits('schools', 'cambridge')).toEqual(expect.arrayContaining(['mit', 'harvard']));
    // Each by what no other text of it says: its whole name, its state, its country.
    expect(await hits('schools', 'methodist')).toEqual(['smu']);
    expect(await hits('schools', 'massachusetts')).toContain('harvard');
    expect((await hits('schools', 'united states')).length).toBe(SEARCH_PAGE_HITS);
    expect(await hits('schools', 'campus')).toEqual([]);
  });

  it('[SRCH-15] is for visitors; who is signed in confirms the address and the school first', async () => {
    await rig.happen([
      ...people(),
      log.add('PostCreated', creation(topLevel('bike', 'ann'), 'A bike')),
      log.add('UserRegistered', registration('carl')),
      log.add('EmailConfirmed', { userId: id('carl'), codeId: id('code 2') }),
    ]);
    await rig.follower().catchUp();
    expect(await hits('latest', 'bike')).toEqual([id('bike')]);
    expect(await hits('latest', 'bike', { userId: id('ann') })).toEqual([id('bike')]);
    expect(await search('latest', 'bike', { userId: id('bob') })).toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    expect(await search('people', 'ann', { userId: id('carl') })).toMatchObject({ code: 'SCHOOL_NOT_VERIFIED' });
    expect(await hits('latest', 'bike', { userId: id('bob'), campus: 'campus' })).toEqual([]);
    expect(await hits('latest', 'bike', { userId: id('ann'), campus: 'mit' })).toEqual([]);
  });

  it('[DATA-12 in part] finds people by a new name, and no longer by the one before', async () => {
    await rig.happen(people());
    const follower = rig.follower();
    await follower.catchUp();
    expect(await hits('people', 'ann X')).toEqual([id('ann')]);
    const name = { firstName: personal('Hypatia'), lastName: personal('Alexandria') };
    await rig.happen([log.add('NameChanged', { userId: id('ann'), ...name })]);
    await follower.catchUp();
    expect(await hits('people', 'hypatia')).toEqual([id('ann')]);
    expect(await hits('people', 'X')).not.toContain(id('ann'));
  });

  it('[P8] [SRCH-19 in part] [DATA-13 in part] finds nothing that is deleted, moved or erased, however late the index is', async () => {
    await rig.happen([
      ...people(),
      log.add('PostCreated', creation(topLevel('bike', 'ann'), 'A bike')),
      log.add('PostCreated', creation(topLevel('old', 'bob'), 'An old bike')),
      log.add('PostCreated', creation(topLevel('new', 'ann'), 'A new bike')),
    ]);
    await rig.follower().catchUp();
    expect((await hits('latest', 'bike')).length).toBe(3);
    await rig.happen([
      log.add('PostDeleted', deletion(topLevel('bike', 'ann'))),
      log.add('SchoolVerified', verification('ann', 'mit', 'ou')),
      log.add('SubjectErased', { userId: id('bob'), campus: null }),
    ]);
    await rig.vault.keys.destroy([id('bob')]);
    expect(await rig.found('post', 'bike')).toEqual([id('new'), id('old'), id('bike')]);
    expect(await hits('latest', 'bike')).toEqual([id('new')]);
    expect(await hits('people', 'ann')).toEqual([]);
    expect(await hits('people', 'bob')).toEqual([]);
  });

  it('finds nothing that a filter leaves out by now, however late the index is', async () => {
    await rig.happen([
      ...people(),
      log.add('PostCreated', creation(topLevel('bike', 'ann'), 'A bike')),
      log.add('PostCreated', creation(topLevel('old', 'ann'), 'An old bike')),
    ]);
    await rig.follower().catchUp();
    expect((await hits('latest', 'bike')).length).toBe(2);
    await rig.happen([log.add('PostSaleChanged', { ...topLevel('old', 'ann'), sale: 'sold' })]);
    expect(await rig.found('post', 'old')).toEqual([id('old')]);
    expect(await hits('latest', 'bike')).toEqual([id('bike')]);
  });

  it('[P8] finds nothing for those whose right ends while the index looks', async () => {
    await rig.happen([
      ...people(),
      log.add('UserRegistered', registration('uma', 'ut')),
      log.add('PostCreated', creation(topLevel('bike', 'ann'), 'A bike')),
    ]);
    await rig.follower().catchUp();
    const find: typeof rig.index.find = async (question) => {
      const found = await rig.index.find(question);
      await rig.happen([log.add('CampusPrivacyChanged', { campus: 'ou', privacy: 'private' })]);
      return found;
    };
    const ask = createSearch({ index: { find }, store: rig.reads, collections });
    const question = { view: searchViews.latest as NamedView, text: 'bike', campus: 'ou', page: 1 };
    expect(await ask(question, null)).toEqual({ ok: true, hits: [], documents: [], more: false });
  });

  it('asks the index for so many words and no more, for its time grows with each of them', async () => {
    const asked: (readonly string[])[] = [];
    const find: typeof rig.index.find = async ({ words }) => {
      asked.push(words);
      return { keys: [], more: false };
    };
    const ask = createSearch({ index: { find }, store: rig.reads, collections });
    const text = 'b c d e f g h j k l m n o';
    await ask({ view: searchViews.latest as NamedView, text, campus: 'ou', page: 1 }, null);
    expect([SEARCH_MAX_WORDS, asked]).toEqual([10, [text.split(' ').slice(0, 10)]]);
  });

  it('[SHOP-A2 in part] lists without words what the filters leave of a campus, the newest first, and sold things only where they are asked for', async () => {
    const offered = (name: string, terms: { readonly category: string; readonly cents: number }) => ({
      ...creation(topLevel(name, 'ann'), `${name} for sale`),
      ...{ category: terms.category, price: { cents: terms.cents, orBestOffer: false } },
    });
    await rig.happen([
      ...people(),
      log.add('PostCreated', offered('desk', { category: 'furniture', cents: 4_500 })),
      log.add('PostCreated', offered('sofa', { category: 'furniture', cents: 0 })),
      log.add('PostCreated', offered('lamp', { category: 'home decor', cents: 0 })),
      log.add('PostCreated', offered('shelf', { category: 'furniture', cents: 0 })),
      log.add('PostSaleChanged', { ...topLevel('shelf', 'ann'), sale: 'sold' }),
    ]);
    await rig.follower().catchUp();
    const ask = createSearch({ index: rig.index, store: rig.reads, collections });
    const listed = async (asked: Readonly<Record<string, string>>, text = ' ') => {
      const answer = await ask({ view: searchViews.latest as NamedView, text, campus: 'ou', page: 1, asked }, null);
      return 'ok' in answer ? answer.hits.map(({ key }) => key) : answer.code;
    };
    expect(await listed({ category: 'furniture' })).toEqual([id('sofa'), id('desk')]);
    expect(await listed({ category: 'furniture', price: 'free' })).toEqual([id('sofa')]);
    expect(await listed({ price: 'free' })).toEqual([id('lamp'), id('sofa')]);
    expect(await listed({ price: 'free', standing: 'any' })).toEqual([id('shelf'), id('lamp'), id('sofa')]);
    expect(await listed({ category: 'drones' })).toEqual([]);
    // Signs are no words, and no blank either.
    expect(await listed({ price: 'free' }, '… !')).toEqual([]);
    expect(await listed({})).toEqual([]);
  });

  it('answers nothing where there are no words, and no further page after the last that can be turned to', async () => {
    await rig.happen(people());
    await rig.follower().catchUp();
    expect(await search('latest', '… !')).toEqual({ ok: true, hits: [], documents: [], more: false });
    const endless = { find: async () => ({ keys: [], more: true }) };
    const ask = createSearch({ index: endless, store: rig.reads, collections });
    const question = { view: searchViews.latest as NamedView, text: 'bike', campus: 'ou' };
    expect(await ask({ ...question, page: SEARCH_MAX_PAGES - 1 }, null)).toMatchObject({ more: true });
    expect(await ask({ ...question, page: SEARCH_MAX_PAGES }, null)).toMatchObject({ more: false });
  });
});
