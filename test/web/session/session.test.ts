import { describe, expect, it } from '@jest/globals';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { VirtualTime } from '#test/proof/simulate/virtualTime.ts';
import type { SessionAnswer } from '#web/session/boot.ts';
import { type Session, sessionState } from '#web/session/session.ts';
import { noAnswer, RequestRefused } from '#web/sync/transport/http.ts';

const ADA = '5e8e1d2a-6f3c-4b6e-9a0d-0c7b1f2a3d4e';
const BOB = '7f8e1d2a-6f3c-4b6e-9a0d-0c7b1f2a3d4e';

/** A browser with one stored user id and any number of tabs; the test sets the server's answers. */
function browser(stored: string | null = null) {
  const time = new VirtualTime();
  const heard = new Map<object, (userId: string | null) => void>();
  const site = {
    time,
    stored,
    asked: 0,
    answer: async (): Promise<SessionAnswer> => ({ user: null, campus: 'ou', mailbox: null }),
    openTab(delivered?: SessionAnswer): StoreApi<Session> {
      const tab = {};
      return createStore<Session>()(
        sessionState(
          {
            clock: time.clock,
            fetchSession: () => {
              site.asked += 1;
              return site.answer();
            },
            stored: {
              read: () => site.stored,
              write: (userId) => {
                site.stored = userId;
              },
            },
            tabs: {
              post: (userId) => {
                for (const [other, hear] of heard) if (other !== tab) hear(userId);
              },
              listen: (handler) => void heard.set(tab, handler),
            },
          },
          'ou',
          delivered,
        ),
      );
    },
  };
  return site;
}

const signedIn = (id: string) => async () => ({ user: { id }, campus: 'ou', mailbox: '/dev/mail' });

describe('the session', () => {
  it('[AUTH-31] is known at once when the page says so, and the other tabs follow', async () => {
    const site = browser(ADA);
    const other = site.openTab();
    await other.getState().load();
    other.getState().signedIn(ADA);
    const tab = site.openTab({ user: { id: BOB }, campus: 'ut', mailbox: '/dev/mail' });
    expect(tab.getState()).toMatchObject({ status: 'user', userId: BOB, campus: 'ut', mailbox: '/dev/mail' });
    expect(site.stored).toBe(BOB);
    expect(other.getState().userId).toBe(BOB);
    expect(site.openTab({ user: null, campus: 'ut', mailbox: null }).getState().status).toBe('visitor');
    expect(site.stored).toBeNull();
    expect(site.asked).toBe(1);
  });

  it('[GUARD-11 in part] each tab says why its session was ended, also one whose sibling was quicker', async () => {
    const site = browser(ADA);
    site.answer = signedIn(ADA);
    const tabs = [site.openTab(), site.openTab(), site.openTab()];
    for (const tab of tabs) await tab.getState().load();
    const ended = { code: 'ACCOUNT_BANNED', data: { reason: 'fraud' } } as const;
    site.answer = async () => ({ user: null, campus: 'ou', mailbox: null, ended });
    // Two at once, and one that asks when all know that nobody is signed in.
    await Promise.all(tabs.slice(0, 2).map((tab) => tab.getState().load()));
    await tabs[2]?.getState().load();
    for (const tab of tabs) expect(tab.getState()).toMatchObject({ status: 'visitor', userId: null, ended });
  });

  it('[AUTH-31] is not known at first, then authenticated on load', async () => {
    const site = browser();
    site.answer = signedIn(ADA);
    const tab = site.openTab();
    expect(tab.getState()).toMatchObject({ status: 'loading', userId: null });
    await tab.getState().load();
    expect(tab.getState()).toMatchObject({ status: 'user', userId: ADA, mailbox: '/dev/mail' });
    expect(site.stored).toBe(ADA);
  });

  it('[AUTH-31] is authenticated by a log-in, and every other tab follows; so with a log-out', async () => {
    const site = browser();
    const tabs = [site.openTab(), site.openTab(), site.openTab()];
    for (const tab of tabs) await tab.getState().load();
    tabs[0]?.getState().signedIn(ADA);
    expect(tabs.map((tab) => tab.getState().userId)).toEqual([ADA, ADA, ADA]);
    expect(site.stored).toBe(ADA);
    tabs[2]?.getState().signedOut();
    expect(tabs.map((tab) => tab.getState().status)).toEqual(['visitor', 'visitor', 'visitor']);
    expect(site.stored).toBeNull();
  });

  it('[AUTH-31] a failure clears the stored user id, and the other tabs follow', async () => {
    const site = browser(ADA);
    const [tab, other] = [site.openTab(), site.openTab()];
    site.answer = signedIn(ADA);
    await other.getState().load();
    site.answer = () =>
      Promise.reject(new RequestRefused({ code: 'SIGNED_OUT', text: '', data: {}, retry: false }, 401));
    await tab.getState().load();
    expect(site.stored).toBeNull();
    expect([tab, other].map((each) => each.getState().status)).toEqual(['visitor', 'visitor']);
  });

  it('keeps the stored user while there is no answer at all, and asks again until there is one', async () => {
    const site = browser(ADA);
    site.answer = () => Promise.reject(noAnswer());
    const tab = site.openTab();
    await tab.getState().load();
    expect(tab.getState()).toMatchObject({ status: 'user', userId: ADA });
    await site.time.pass(30_000);
    expect(site.asked).toBeGreaterThan(3);
    site.answer = signedIn(BOB);
    await site.time.pass(30_000);
    expect(tab.getState().userId).toBe(BOB);
    const { asked } = site;
    await site.time.pass(60_000);
    expect(site.asked).toBe(asked);
  });

  it('does not take an answer for news that was asked for before a log-in', async () => {
    const site = browser();
    let answer: (answer: SessionAnswer) => void = () => undefined;
    site.answer = () => new Promise((resolve) => (answer = resolve));
    const tab = site.openTab();
    const loading = tab.getState().load();
    tab.getState().signedIn(ADA);
    answer({ user: null, campus: 'ou', mailbox: null });
    await loading;
    expect(tab.getState()).toMatchObject({ status: 'user', userId: ADA });
  });
});
