import { beforeAll, expect, it } from '@jest/globals';
import type { SettingsLink } from '#web/noun.ts';

let menuFor: (who: 'visitor' | 'user') => readonly SettingsLink[];

/** The modules of the site read the page's address when they are loaded. */
beforeAll(async () => {
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  const [{ nouns }, { inOrder, linksFor }] = await Promise.all([
    import('#web/nouns.ts'),
    import('#web/shell/registry.ts'),
  ]);
  const parts = await Promise.all(nouns.map(async ({ settings }) => (await settings?.())?.default.menu ?? []));
  menuFor = (who) => linksFor(inOrder(parts.flat()), who);
});

const HELP = [
  ['Customer Support', '/settings/help'],
  ['Give Us Feedback', '/settings/feedback'],
];
const ADS = [
  ['Manage Ads', '/ads'],
  ['Payments', '/settings/payments'],
];
const READING = [
  ['About', '/settings/about'],
  ['How It Works', '/settings/howitworks'],
  ['Return Policy', '/settings/returns'],
  ['Trust and Safety', '/settings/trust_and_safety'],
  ['Terms of Service', '/settings/terms'],
  ['Privacy Policy', '/settings/privacy'],
];

const entries = (links: readonly SettingsLink[]) => links.map(({ label, to }) => [label, to]);

it('[SETT-02] the menu of settings has each entry, in its order, with its address: the account and the way out for those who are signed in', () => {
  expect(entries(menuFor('user'))).toEqual([
    ['Account Settings', '/settings/account'],
    ...[...HELP, ...ADS, ...READING],
    ['Log Out', '/logout'],
  ]);
});

it('[SETT-02] visitors have the way in instead, to the registration', () => {
  expect(entries(menuFor('visitor'))).toEqual([
    ['Log In / Sign Up', '/user_registration'],
    ...[...HELP, ...ADS, ...READING],
  ]);
});

it.each(['visitor', 'user'] as const)(
  '[SETT-03] ads and payments alone are listed under "For Professionals", for a %s',
  (who) => {
    const grouped = menuFor(who).filter(({ group }) => group !== undefined);
    expect(entries(grouped)).toEqual(ADS);
    expect(grouped.map(({ group }) => group)).toEqual(['For Professionals', 'For Professionals']);
  },
);
