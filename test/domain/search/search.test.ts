import { describe, expect, it } from '@jest/globals';
import { type CampusState, initialCampus } from '#domain/campus/state.ts';
import { newId } from '#domain/kernel/ids.ts';
import { STREAM_MAX_EVENTS, STREAM_RESERVED_EVENTS } from '#domain/kernel/limits.ts';
import { personal } from '#domain/kernel/personal.ts';
import { searchDecider } from '#domain/search/decider.ts';
import type { SearchEvent } from '#domain/search/events.ts';
import { sameSearch } from '#domain/search/text.ts';
import { initialUser, type UserState } from '#domain/user/state.ts';
import { as, given, system, visitor } from '../given.ts';
import { hashOf } from '../hashOf.ts';
import { ada, bob, id, member, registered, userAfter } from '../samples.ts';

const campus = 'ou';
const term = hashOf('search:ou:desk lamp');
const searchId = newId(id('search'), 0);
const search = { id: id('search'), type: 'PerformSearch', data: { campus, text: ' Desk  lamp ' } } as const;
const keep = { ...search, type: 'AddRecentSearch' } as const;
const remove = { id: id('remove'), type: 'RemoveRecentSearch', data: { searchId } } as const;
const entry = { searchId, userId: ada, campus, term, text: personal('Desk lamp') };
const performed: SearchEvent = { type: 'SearchPerformed', data: entry };
const removed: SearchEvent = { type: 'RecentSearchRemoved', data: { searchId, userId: ada, term } };
const closed: CampusState = { ...initialCampus, privacy: 'private' };

function by(userId: string, facts: { user?: UserState; campus?: CampusState } = {}) {
  return { actor: as(userId), facts: { user: member(userId, 'ou'), campus: initialCampus, ...facts } };
}

describe('a search', () => {
  it('[SRCH-17 in part] [SRCH-18 in part] is an event of its own, its text cleaned, and counted with its equals', () => {
    given(searchDecider).when(search, by(ada)).thenExactly(performed);
    given(searchDecider).when(keep, by(ada)).thenExactly({ type: 'RecentSearchAdded', data: entry });
    expect(sameSearch('ＤＥＳＫ\tlamp')).toBe(sameSearch(' desk lamp'));
    // Nor what nobody sees: joiners, selectors, fillers.
    expect(sameSearch('de\u200bsk\u2060 la\u00admp\ufe0f')).toBe('desk lamp');
  });

  it('[SRCH-05 in part] needs visible text', () => {
    for (const text of ['', '   ', '\u200b']) {
      given(searchDecider)
        .when({ ...search, data: { campus, text } }, by(ada))
        .thenRefused('SEARCH_EMPTY');
    }
  });

  it('[SRCH-15 in part] [CAMP-07 in part] is for those who may search the campus', () => {
    for (const asked of [search, keep]) {
      given(searchDecider)
        .when(asked, by(ada, { user: userAfter(registered(ada)) }))
        .thenRefused('EMAIL_NOT_CONFIRMED');
      given(searchDecider)
        .when(asked, by(ada, { user: member(ada, 'ut'), campus: closed }))
        .thenRefused('CAMPUS_PRIVATE');
      given(searchDecider)
        .when(asked, { ...by(ada), actor: visitor })
        .thenRefused('SIGNED_OUT');
    }
    given(searchDecider)
      .when(search, by(ada, { campus: closed }))
      .thenExactly(performed);
  });

  it('[SRCH-17 in part] leaves the list of its own user alone, once', () => {
    given(searchDecider, performed).when(remove, by(ada)).thenExactly(removed);
    given(searchDecider, performed, removed).when(remove, by(ada)).thenNothing();
    given(searchDecider, performed).when(remove, by(bob)).thenRefused('SEARCH_UNKNOWN');
  });

  it('[SRCH-03 in part] leaves the list with all others by one event', () => {
    given(searchDecider)
      .when({ id: id('clear'), type: 'ClearRecentSearches', data: { terms: [term] } }, by(ada))
      .thenExactly({ type: 'RecentSearchesCleared', data: { userId: ada, terms: [term] } });
  });

  it('[SRCH-18 in part] of a visitor is counted without its text, and never on a private campus', () => {
    const count = { ...search, type: 'CountVisitorSearch' } as const;
    const byVisitor = { actor: visitor, facts: { campus: initialCampus } };
    given(searchDecider)
      .when(count, byVisitor)
      .thenExactly({ type: 'VisitorSearched', data: { searchId, campus, term } });
    given(searchDecider)
      .when(count, { ...byVisitor, facts: { campus: closed } })
      .thenRefused('CAMPUS_PRIVATE');
    given(searchDecider)
      .when(count, { ...byVisitor, actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
  });
});

describe('the text of a term', () => {
  const share = (userId: string) =>
    ({ id: id('share'), type: 'ShareSearchTerm', data: { term, campus, userId, text: 'Desk lamp' } }) as const;
  const shared = (userId: string): SearchEvent => ({ type: 'SearchTermShared', data: { term, campus, userId } });
  const published: SearchEvent = { type: 'SearchTermPublished', data: { term, campus, text: 'Desk lamp' } };
  const byUs = { actor: system, facts: { user: member(ada, 'ou') } };

  it('[SRCH-18 in part] is shown to the campus once three people have searched for it, each counted once', () => {
    given(searchDecider).when(share(ada), byUs).thenExactly(shared(ada));
    given(searchDecider, shared(ada)).when(share(ada), byUs).thenNothing();
    given(searchDecider, shared(ada)).when(share(bob), byUs).thenExactly(shared(bob));
    given(searchDecider, shared(ada), shared(bob))
      .when(share(id('cy')), byUs)
      .thenExactly(published);
    given(searchDecider, shared(ada), shared(bob), published)
      .when(share(id('dee')), byUs)
      .thenNothing();
  });

  it('[SRCH-18 in part] counts nobody who has not confirmed an address: one person makes many such accounts', () => {
    const unconfirmed = { actor: system, facts: { user: userAfter(registered(ada)) } };
    given(searchDecider).when(share(ada), unconfirmed).thenNothing();
    given(searchDecider, shared(bob), shared(id('cy')))
      .when(share(ada), unconfirmed)
      .thenNothing();
  });

  it('[P10] counts an erased person no more, and is forgotten by nobody but us', () => {
    const forget = { id: id('forget'), type: 'ForgetSearcher', data: { term, campus, userId: ada } } as const;
    const forgotten: SearchEvent = { type: 'SearcherForgotten', data: { term, campus, userId: ada } };
    const erased = { user: { ...initialUser, userId: ada, erased: true } };
    const history = [shared(ada), shared(bob)];
    given(searchDecider, ...history)
      .when(forget, { actor: system, facts: erased })
      .thenExactly(forgotten);
    given(searchDecider, ...history)
      .when(forget, byUs)
      .thenNothing();
    given(searchDecider, ...history, forgotten)
      .when(forget, { actor: system, facts: erased })
      .thenNothing();
    given(searchDecider, ...history)
      .when(forget, { actor: as(ada), facts: erased })
      .thenRefused('NOT_ALLOWED');
    given(searchDecider, ...history, forgotten)
      .when(share(id('cy')), byUs)
      .thenExactly(shared(id('cy')));
  });

  it('is shared by nobody but us', () => {
    given(searchDecider)
      .when(share(ada), { ...byUs, actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
  });

  it('[SRCH-18 in part] is taken back by a moderator, once, and is not shown again', () => {
    const takeBack = { id: id('back'), type: 'TakeBackSearchTerm', data: { term, reason: 'harassment' } } as const;
    const takenBack: SearchEvent = { type: 'SearchTermTakenBack', data: { term, campus, reason: 'harassment' } };
    const byModerator = { actor: as(bob), facts: { user: { ...member(bob, 'ou'), isModerator: true } } };
    given(searchDecider, published).when(takeBack, byModerator).thenExactly(takenBack);
    given(searchDecider, published, takenBack).when(takeBack, byModerator).thenNothing();
    given(searchDecider, published, takenBack)
      .when(share(id('dee')), byUs)
      .thenNothing();
    given(searchDecider, shared(ada)).when(takeBack, byModerator).thenRefused('SEARCH_NOT_POPULAR');
    given(searchDecider, published).when(takeBack, by(ada)).thenRefused('NOT_ALLOWED');
    // Also where very many erased people had searched for it.
    const forgotten = Array.from({ length: STREAM_MAX_EVENTS - STREAM_RESERVED_EVENTS - 1 }, (_, n): SearchEvent => {
      return { type: 'SearcherForgotten', data: { term, campus, userId: id(`erased ${n}`) } };
    });
    const full = given(searchDecider, published, ...forgotten);
    full.when(takeBack, byModerator).thenExactly(takenBack);
    const forget = { id: id('forget'), type: 'ForgetSearcher', data: { term, campus, userId: ada } } as const;
    const erased = { user: { ...initialUser, userId: ada, erased: true } };
    full.when(forget, { actor: system, facts: erased }).thenRefused('STREAM_FULL');
  });
});
