import { describe, expect, it } from '@jest/globals';
import { deletionDecider, refuseLeaving } from '#domain/deletion/decider.ts';
import type { DeletionEvent } from '#domain/deletion/events.ts';
import { DELETION_GRACE_DAYS } from '#domain/deletion/limits.ts';
import { newId } from '#domain/kernel/ids.ts';
import { daysAfter } from '#domain/kernel/time.ts';
import { as, given, NOW, stateAfter, system, visitor } from '../given.ts';
import { ada, bob, erased, id, registered, userAfter } from '../samples.ts';

const receipt = newId(id('request'), 0);
const dueAt = daysAfter(NOW, DELETION_GRACE_DAYS);
const requested: DeletionEvent = { type: 'DeletionRequested', data: { userId: ada, receipt, dueAt } };
const cancelled: DeletionEvent = { type: 'DeletionCancelled', data: { userId: ada, receipt } };
const begun: DeletionEvent = { type: 'DeletionBegun', data: { userId: ada, receipt } };

const request = { type: 'RequestDeletion', id: id('request'), data: {} } as const;
const cancel = { type: 'CancelDeletion', id: id('cancel'), data: {} } as const;
const begin = { type: 'BeginDeletion', id: id('begin'), data: { userId: ada } } as const;
/** Without a confirmed address: nobody has to confirm one to leave. */
const byAda = { actor: as(ada), facts: { user: userAfter(registered()) } };
const house = { actor: system, facts: {} };

describe('the deletion of an account', () => {
  it('is requested by its owner, with a grace of 7 days, and asked for again keeps its date', () => {
    expect(DELETION_GRACE_DAYS).toBe(7);
    given(deletionDecider).when(request, byAda).thenExactly(requested);
    given(deletionDecider, requested)
      .when({ ...request, id: id('again') }, { ...byAda, now: daysAfter(NOW, 1) })
      .thenNothing();
  });

  it('is requested and taken back by nobody else', () => {
    const gone = userAfter(registered(), erased());
    given(deletionDecider)
      .when(request, { ...byAda, actor: visitor })
      .thenRefused('SIGNED_OUT');
    given(deletionDecider)
      .when(request, { ...byAda, actor: as(bob) })
      .thenRefused('SIGNED_OUT');
    given(deletionDecider)
      .when(request, { actor: as(ada), facts: { user: gone } })
      .thenRefused('SIGNED_OUT');
    given(deletionDecider, requested)
      .when(cancel, { ...byAda, actor: as(bob) })
      .thenRefused('SIGNED_OUT');
  });

  it('is taken back until it begins, and not after', () => {
    given(deletionDecider, requested).when(cancel, byAda).thenExactly(cancelled);
    // The sweep was late: the account is kept.
    given(deletionDecider, requested)
      .when(cancel, { ...byAda, now: daysAfter(dueAt, 1) })
      .thenExactly(cancelled);
    given(deletionDecider).when(cancel, byAda).thenNothing();
    given(deletionDecider, requested, cancelled).when(cancel, byAda).thenNothing();
    given(deletionDecider, requested, begun).when(cancel, byAda).thenRefused('DELETION_BEGUN');
    given(deletionDecider, requested, begun).when(request, byAda).thenNothing();
  });

  it('begins when the grace is over, by the house alone, once', () => {
    const justBefore = new Date(Date.parse(dueAt) - 1).toISOString();
    given(deletionDecider, requested)
      .when(begin, { ...house, now: justBefore })
      .thenNothing();
    given(deletionDecider, requested)
      .when(begin, { ...house, now: dueAt })
      .thenExactly(begun);
    given(deletionDecider, requested, begun)
      .when(begin, { ...house, now: dueAt })
      .thenNothing();
    given(deletionDecider, requested, cancelled)
      .when(begin, { ...house, now: dueAt })
      .thenNothing();
    given(deletionDecider)
      .when(begin, { ...house, now: dueAt })
      .thenNothing();
    given(deletionDecider, requested)
      .when(begin, { actor: as(ada), facts: {}, now: dueAt })
      .thenRefused('NOT_ALLOWED');
  });

  it('closes everything to the person from the request on, until it is taken back', () => {
    const refusalAfter = (...history: readonly DeletionEvent[]) => refuseLeaving(stateAfter(deletionDecider, history));
    expect(refusalAfter()).toBe(null);
    expect(refusalAfter(requested)).toEqual({ code: 'DELETION_PENDING', data: {} });
    expect(refusalAfter(requested, begun)).toEqual({ code: 'DELETION_PENDING', data: {} });
    expect(refusalAfter(requested, cancelled)).toBe(null);
  });
});
