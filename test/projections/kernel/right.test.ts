import { describe, expect, it } from '@jest/globals';
import { createReaders, defineRight, type Right } from '#projections/kernel/right.ts';

interface Pass {
  readonly campus: string | null;
}

/** A right of one's own: where a person is a member. */
const passes = defineRight<Pass>({
  collection: 'passes',
  keys: 'own',
  apply: (reader, _, pass) => ({ ...reader, memberOf: pass?.campus ?? null }),
});
/** A right of everybody: which places are closed. */
const places = defineRight<{ readonly open: boolean }>({
  collection: 'places',
  keys: ['hall', 'yard'],
  apply: (reader, key, place) => ({
    ...reader,
    closed: [...reader.closed.filter((each) => each !== key), ...(place?.open === false ? [key] : [])],
  }),
});
const of = (...rights: readonly Right[]) => createReaders(rights);
const row = (collection: string, key: string, doc: object | null) => ({ collection, key, doc });

describe('readers by the rights of nouns', () => {
  it('depend on the documents of each right: their own, and those of everybody', () => {
    const { rightRefs } = of(passes, places);
    const shared = [
      { collection: 'places', key: 'hall' },
      { collection: 'places', key: 'yard' },
    ];
    expect(rightRefs(null)).toEqual(shared);
    expect(rightRefs('ada')).toEqual([{ collection: 'passes', key: 'ada' }, ...shared]);
  });

  it('may nothing without documents, signed in or not', () => {
    const nothing = { verified: false, memberOf: null, isModerator: false, closed: [] };
    expect(of(passes, places).readerOf(null, [])).toEqual({ ...nothing, userId: null });
    expect(of(passes, places).readerOf('ada', [row('others', 'ada', {})])).toEqual({ ...nothing, userId: 'ada' });
  });

  it('gain and lose by each document, whatever came before, and never by that of somebody else', () => {
    const { readerOf, withRight } = of(passes, places);
    const member = readerOf('ada', [row('passes', 'ada', { campus: 'ou' }), row('places', 'hall', { open: false })]);
    expect(member).toMatchObject({ memberOf: 'ou', closed: ['hall'] });
    expect(withRight(member, row('passes', 'ben', { campus: 'ut' }))).toBe(member);
    expect(withRight(member, row('posts', 'ada', null))).toBe(member);
    const both = withRight(member, row('places', 'yard', { open: false }));
    expect(both.closed).toEqual(['hall', 'yard']);
    expect(withRight(both, row('places', 'hall', null)).closed).toEqual(['yard']);
    expect(withRight(both, row('passes', 'ada', null))).toMatchObject({ memberOf: null, closed: ['hall', 'yard'] });
  });

  it('no collection has two rights: one would silence the other', () => {
    expect(() => of(passes, { ...passes })).toThrow('passes');
  });

  it('a right more is one more in the list', () => {
    const blocked = defineRight<object>({
      collection: 'blocks',
      keys: 'own',
      apply: (reader, _, block) => (block === null ? reader : { ...reader, memberOf: null }),
    });
    const { readerOf, rightOf } = of(passes, places, blocked);
    const documents = [row('passes', 'ada', { campus: 'ou' }), row('blocks', 'ada', {})];
    expect(readerOf('ada', documents).memberOf).toBeNull();
    expect(rightOf({ collection: 'blocks' })).toBe(blocked);
    expect(rightOf({ collection: 'posts' })).toBeNull();
  });
});
