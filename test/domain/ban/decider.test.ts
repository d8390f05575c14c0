import { describe, expect, it } from '@jest/globals';
import { banDecider, refuseBanned } from '#domain/ban/decider.ts';
import type { BanEvent } from '#domain/ban/events.ts';
import { personal } from '#domain/kernel/personal.ts';
import { as, given, stateAfter, system, visitor } from '../given.ts';
import { hashOf } from '../hashOf.ts';
import { ada, bob, confirmed, erased, id, registered, userAfter } from '../samples.ts';

const moderator = userAfter(registered(), confirmed(), { type: 'ModeratorAppointed', data: { userId: ada } });
const person = userAfter(registered(bob, 'bob@ou.edu'), confirmed(bob));
const address = 'a1'.repeat(32);

const banned: BanEvent = {
  type: 'PersonBanned',
  data: {
    userId: bob,
    by: ada,
    reason: 'scam',
    note: personal('Twice.'),
    about: bob,
    addresses: [hashOf('bob@ou.edu')],
  },
};
const lifted: BanEvent = { type: 'BanLifted', data: { userId: bob, by: ada, reason: 'appeal' } };
const ban = {
  type: 'BanPerson',
  id: id('ban'),
  data: { userId: bob, reason: 'scam', note: ' Twice. ', about: bob },
} as const;
const lift = { type: 'LiftBan', id: id('lift'), data: { userId: bob, reason: 'appeal' } } as const;
const byModerator = { actor: as(ada), facts: { moderator, person } };

describe('a ban', () => {
  it('is not of an address that the person never confirmed: it may be somebody else’s', () => {
    const facts = { moderator, person: userAfter(registered(bob, 'bob@ou.edu')) };
    const event = { ...banned, data: { ...banned.data, addresses: [] } };
    given(banDecider)
      .when(ban, { ...byModerator, facts })
      .thenExactly(event);
  });

  it('[GUARD-11 in part] is of the mailbox too: with another tag the person would have another address', () => {
    const tagged = userAfter(registered(bob, 'bob+shop@ou.edu'), confirmed(bob));
    const addresses = [hashOf('bob+shop@ou.edu'), hashOf('bob@ou.edu')];
    given(banDecider)
      .when(ban, { ...byModerator, facts: { moderator, person: tagged } })
      .thenExactly({ ...banned, data: { ...banned.data, addresses } });
  });

  it('[GUARD-11 in part] is made and lifted by a moderator, with a reason, once each', () => {
    given(banDecider).when(ban, byModerator).thenExactly(banned);
    given(banDecider, banned).when(ban, byModerator).thenNothing();
    given(banDecider, banned).when(lift, byModerator).thenExactly(lifted);
    given(banDecider, banned, lifted).when(lift, byModerator).thenNothing();
    given(banDecider, banned, lifted).when(ban, byModerator).thenExactly(banned);
  });

  it('is made by nobody else', () => {
    const other = userAfter(registered(), confirmed());
    given(banDecider).when(ban, { actor: visitor, facts: { moderator, person } }).thenRefused('SIGNED_OUT');
    given(banDecider)
      .when(ban, { actor: as(ada), facts: { moderator: other, person } })
      .thenRefused('NOT_ALLOWED');
    given(banDecider, banned)
      .when(lift, { actor: as(ada), facts: { moderator: other } })
      .thenRefused('NOT_ALLOWED');
    // The moderator's state under another user's name.
    given(banDecider)
      .when(ban, { actor: as(bob), facts: { moderator, person } })
      .thenRefused('SIGNED_OUT');
  });

  it('is never of a moderator, of nobody, or of an erased person; that one may be lifted', () => {
    const of = (state: typeof person) => ({ actor: as(ada), facts: { moderator, person: state } });
    given(banDecider).when(ban, of(moderator)).thenRefused('MODERATOR_PROTECTED');
    given(banDecider).when(ban, of(userAfter())).thenRefused('USER_UNKNOWN');
    given(banDecider)
      .when(ban, of(userAfter(registered(bob), erased(bob))))
      .thenRefused('USER_ERASED');
    given(banDecider, banned)
      .when(lift, of(userAfter(registered(bob), erased(bob))))
      .thenExactly(lifted);
  });

  it('[AUTH-07 in part] refuses while it stands', () => {
    expect(refuseBanned(stateAfter(banDecider, [banned]))).toEqual({
      code: 'ACCOUNT_BANNED',
      data: { reason: 'scam' },
    });
    expect(refuseBanned(stateAfter(banDecider, [banned, lifted]))).toBe(null);
  });
});

describe('a banned address', () => {
  const data = { userId: bob, address };
  const addressBanned: BanEvent = { type: 'AddressBanned', data };

  it('[GUARD-11 in part] stays banned until the last ban of somebody who had it is lifted', () => {
    const bySystem = { actor: system, facts: {} };
    const ofAda: BanEvent = { type: 'AddressBanned', data: { userId: ada, address } };
    const banForAda = { type: 'BanAddress', id: id('ban for ada'), data: ofAda.data } as const;
    const freeForBob = { type: 'FreeAddress', id: id('free for bob'), data } as const;
    given(banDecider, addressBanned).when(banForAda, bySystem).thenExactly(ofAda);
    const freedForBob: BanEvent = { type: 'AddressFreed', data };
    given(banDecider, addressBanned, ofAda).when(freeForBob, bySystem).thenExactly(freedForBob);
    const left = stateAfter(banDecider, [addressBanned, ofAda, freedForBob]);
    expect(refuseBanned(left)).toEqual({ code: 'ACCOUNT_BANNED', data: {} });
    given(banDecider, addressBanned, ofAda, freedForBob).when(freeForBob, bySystem).thenNothing();
    const freedForAda: BanEvent = { type: 'AddressFreed', data: ofAda.data };
    expect(refuseBanned(stateAfter(banDecider, [addressBanned, ofAda, freedForBob, freedForAda]))).toBeNull();
  });

  it('is banned and freed by the house alone', () => {
    const banIt = { type: 'BanAddress', id: id('ban'), data } as const;
    const freeIt = { type: 'FreeAddress', id: id('free'), data } as const;
    given(banDecider).when(banIt, { actor: system, facts: {} }).thenExactly(addressBanned);
    given(banDecider, addressBanned).when(banIt, { actor: system, facts: {} }).thenNothing();
    given(banDecider, addressBanned)
      .when(freeIt, { actor: system, facts: {} })
      .thenExactly({ type: 'AddressFreed', data });
    given(banDecider)
      .when(banIt, { actor: as(ada), facts: {} })
      .thenRefused('NOT_ALLOWED');
    given(banDecider, addressBanned)
      .when(freeIt, { actor: as(ada), facts: {} })
      .thenRefused('NOT_ALLOWED');
  });
});
