import { describe, expect, it } from '@jest/globals';
import { parseEvent } from '#domain/kernel/parseEvent.ts';
import { personal } from '#domain/kernel/personal.ts';
import { postDecider } from '#domain/post/decider.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import type { Sale } from '#domain/post/sale.ts';
import { type AskedTerms, NO_TERMS, type Terms } from '#domain/post/terms.ts';
import { eventDefinitions } from '#domain/registry.ts';
import type { UserState } from '#domain/user/state.ts';
import { as, given, visitor } from '../given.ts';
import {
  ada,
  bob,
  commented,
  deleted,
  desk,
  erased,
  id,
  member,
  postAfter,
  posted,
  registered,
  userAfter,
} from '../samples.ts';

const OFFERED: Terms = { category: 'furniture', price: { cents: 4_000, orBestOffer: true }, condition: 'good' };

const by = (user: UserState = member(), userId = ada) => ({ actor: as(userId), facts: { user, uploads: {} } });
const { postId, kind, campus, author, root, parent, ancestors } = posted().data;
const place = { postId, kind, campus, author, root, parent, ancestors };

const create = (asked: AskedTerms) => {
  const data = { text: richTextOf('Oak desk, $40'), media: [], category: 'furniture', ...asked };
  return { id: id('post the desk'), type: 'CreatePost', data } as const;
};
const edit = (asked: AskedTerms, text = 'Oak desk, $40', of = desk) => {
  const data = { postId: of, text: richTextOf(text), media: [], ...asked };
  return { id: id('edit'), type: 'EditPost', data } as const;
};
const sell = (sale: Sale, of = desk) => ({ id: id('sell'), type: 'SetSale', data: { postId: of, sale } }) as const;
const changed = (sale: Sale): PostEvent => ({ type: 'PostSaleChanged', data: { ...place, sale } });
const offered = (terms: Terms): PostEvent => ({ type: 'PostTermsChanged', data: { ...place, ...terms } });

describe('what a new post offers', () => {
  it('is its category, its price and its condition', () => {
    const { decision } = given(postDecider).when(create(OFFERED), by());
    expect(decision).toMatchObject({ ok: true, events: [{ type: 'PostCreated', data: OFFERED }] });
  });

  it('may be left open, as pages of an older release do', () => {
    const { decision } = given(postDecider).when(create({}), by());
    expect(decision).toMatchObject({ events: [{ data: { category: 'furniture', price: null, condition: null } }] });
    const nothing = given(postDecider).when(create(NO_TERMS), by());
    expect(nothing.decision).toMatchObject({ events: [{ data: NO_TERMS }] });
  });

  it.each([
    [{ price: { cents: -1, orBestOffer: false } }, 'PRICE_NEGATIVE'],
    [{ price: { cents: 1e9, orBestOffer: false } }, 'PRICE_TOO_HIGH'],
    [{ price: { cents: 12.345, orBestOffer: false } }, 'PRICE_TOO_FINE'],
    [{ category: 'weapons' }, 'CATEGORY_UNKNOWN'],
  ])('%j is refused as %s, when it is posted and when it is changed', (asked, code) => {
    given(postDecider).when(create(asked), by()).thenRefused(code);
    given(postDecider, posted()).when(edit(asked), by()).thenRefused(code);
  });
});

describe('changing what a post offers', () => {
  it('makes an event of the terms alone, of the words alone, or of both', () => {
    given(postDecider, posted()).when(edit(OFFERED), by()).thenExactly(offered(OFFERED));
    given(postDecider, posted())
      .when(edit({}, 'Oak table'), by())
      .thenExactly({
        type: 'PostEdited',
        data: { ...place, text: personal(richTextOf('Oak table')), media: personal([]), imageCount: 0 },
      });
    const both = given(postDecider, posted()).when(edit({ category: 'household' }, 'Oak table'), by());
    expect(both.decision).toMatchObject({
      events: [
        { type: 'PostEdited' },
        { type: 'PostTermsChanged', data: { category: 'household', price: null, condition: null } },
      ],
    });
  });

  it('changes nothing by what is the same, or by what is left out', () => {
    given(postDecider, posted(), offered(OFFERED)).when(edit(OFFERED), by()).thenExactly();
    given(postDecider, posted(), offered(OFFERED)).when(edit({}), by()).thenExactly();
    given(postDecider, posted(), offered(OFFERED))
      .when(edit({ price: null }), by())
      .thenExactly(offered({ ...OFFERED, price: null }));
  });

  it('is for posts: a comment offers nothing (Q39)', () => {
    const answer = commented('answer');
    const its = { actor: as(bob), facts: { user: member(bob), uploads: {} } };
    const { postId: below } = answer.data;
    given(postDecider, answer)
      .when(edit({ category: 'furniture' }, 'Mine!', below), its)
      .thenRefused('NOT_FOR_SALE');
    given(postDecider, answer)
      .when(edit({ ...NO_TERMS }, 'Still there?', below), its)
      .thenExactly();
    given(postDecider, answer).when(sell('sold', below), its).thenRefused('NOT_FOR_SALE');
  });
});

const states: readonly Sale[] = ['available', 'pending', 'sold'];

describe('the sale of a thing', () => {
  it.each(states.flatMap((from) => states.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
    const before = from === 'available' ? [posted()] : [posted(), changed(from)];
    const sold = given(postDecider, ...before).when(sell(to), by());
    sold.thenExactly(...(from === to ? [] : [changed(to)]));
  });

  it('is set by its owner alone, who is a member, as long as the post stands', () => {
    given(postDecider, posted())
      .when(sell('sold'), { ...by(), actor: visitor })
      .thenRefused('SIGNED_OUT');
    given(postDecider, posted())
      .when(sell('sold'), by(member(bob), bob))
      .thenRefused('NOT_YOUR_POST');
    given(postDecider, posted())
      .when(sell('sold'), by(member(ada, 'ut')))
      .thenRefused('OTHER_CAMPUS');
    given(postDecider, posted())
      .when(sell('sold'), by(userAfter(registered(), erased())))
      .thenRefused('SIGNED_OUT');
    given(postDecider).when(sell('sold'), by()).thenRefused('POST_UNKNOWN');
    given(postDecider, posted(), deleted(posted())).when(sell('sold'), by()).thenRefused('POST_DELETED');
    const banner = posted({ kind: 'new user' });
    given(postDecider, banner).when(sell('sold'), by()).thenRefused('NOT_FOR_SALE');
  });

  it('does not depend on what is offered: a price may change while it is pending', () => {
    const state = postAfter(posted(), changed('pending'), offered(OFFERED));
    expect(state).toMatchObject({ sale: 'pending', terms: OFFERED });
  });
});

describe('a post of an older release', () => {
  it('offers its category, without a price', () => {
    const { price: _price, condition: _condition, ...data } = posted().data;
    const parsed = parseEvent(eventDefinitions, { type: 'PostCreated', version: 1, data });
    if (parsed.kind !== 'event') throw new Error(parsed.kind);
    expect(postAfter(parsed.event as PostEvent)).toMatchObject({
      sale: 'available',
      terms: { category: 'furniture', price: null, condition: null },
    });
  });
});
