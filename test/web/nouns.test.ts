import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { pageSegments } from '#domain/kernel/addresses.ts';
import { kindOfPage } from '#domain/kernel/pageGuards.ts';
import { commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { isReservedUsername } from '#domain/user/username.ts';
import { collections, projections, topicKinds } from '#projections/registry.ts';
import { firstSearch, firstView } from '#server/nouns.ts';
import type { Filling, Slot } from '#web/kit/slots.tsx';
import type { NavigationLink, OnSite, PageRoute, WebNoun } from '#web/noun.ts';

const WEB = join(import.meta.dirname, '..', '..', 'web');
const SITES: readonly OnSite[] = ['campus', 'generic'];

let nouns: readonly WebNoun[];
let shellFillings: readonly Filling[];
/** Every dialog that is declared: in the files named `dialogs.ts`. */
let dialogs: readonly Slot[];

/** The modules of the site read the page's address when they are loaded. */
beforeAll(async () => {
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  ({ nouns } = await import('#web/nouns.ts'));
  ({ shellFillings } = await import('#web/shell/fillings.tsx'));
  const files = globSync('**/dialogs.ts', { cwd: WEB });
  const modules = await Promise.all(files.map((file) => import(join(WEB, file)) as Promise<Record<string, Slot>>));
  dialogs = modules.flatMap((module) => Object.values(module));
});

const on = (site: OnSite) => (each: { readonly site?: OnSite }) => each.site === undefined || each.site === site;
const routesOn = (site: OnSite): readonly PageRoute[] => nouns.flatMap(({ routes = [] }) => routes.filter(on(site)));
const segmentOf = (path: string) => path.split('/')[1] ?? '';
const repeated = (list: readonly string[]) => list.filter((each, index) => list.indexOf(each) !== index);

describe('the manifests of the web', () => {
  it('are all registered: one for each folder that has one, under its name', () => {
    const folders = globSync('*/noun.ts', { cwd: WEB }).map((file) => file.split('/')[0]);
    expect(nouns.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it('[AUTH-16 in part] are what reserves the first segment of an address: nobody gets it as a user name (Q03, D24)', () => {
    const segments = SITES.flatMap(routesOn).map(({ path }) => segmentOf(path));
    // Routes are typed by the segments, so none is missing there; the page of 404 belongs to no noun.
    expect(pageSegments.filter((segment) => !segments.includes(segment))).toEqual(['404']);
    expect(pageSegments.filter((segment) => !isReservedUsername(segment))).toEqual([]);
  });

  it.each(SITES)(
    '[GUARD-14 in part] guard each page of the %s site as the table of the domain, which the server obeys',
    (site) => {
      for (const { path, guard } of routesOn(site)) expect([path, guard ?? 'public']).toEqual([path, kindOfPage(path)]);
    },
  );

  it.each(SITES)('declare each address once on the %s site', (site) => {
    expect(repeated(routesOn(site).map(({ path }) => path))).toEqual([]);
  });

  it.each(SITES)('lead by every link of the navigation to an address of the %s site, each in its own place', (site) => {
    const paths = new Set<string>(routesOn(site).map(({ path }) => path));
    for (const bar of ['side', 'bottom', 'menu'] as const) {
      const links: readonly NavigationLink[] = nouns
        .flatMap(({ navigation }) => navigation?.[bar] ?? [])
        .filter(on(site));
      expect(links.filter(({ to }) => !paths.has(to.split('?')[0] ?? ''))).toEqual([]);
      for (const who of ['visitor', 'user']) {
        const ranks = links
          .filter((link) => link.who === undefined || link.who === who)
          .map(({ rank }) => String(rank));
        expect(repeated(ranks)).toEqual([]);
      }
    }
  });

  it.each(SITES)(
    'add only entries of the settings and rows of the account that lead to a page of the %s site',
    async (site) => {
      const paths = new Set<string>(routesOn(site).map(({ path }) => path));
      const parts = await Promise.all(nouns.map(async ({ settings }) => (await settings?.())?.default ?? {}));
      const entries = parts.flatMap(({ menu = [] }) => menu).filter(on(site));
      const rows = parts.flatMap(({ accountRows = [] }) => accountRows).filter(on(site));
      expect(entries.length).toBeGreaterThan(2);
      expect(rows.length).toBeGreaterThan(4);
      for (const { to } of [...entries, ...rows]) expect(to === undefined || paths.has(to) ? null : to).toBeNull();
      expect(repeated(rows.map(({ rank }) => String(rank)))).toEqual([]);
      for (const who of ['visitor', 'user']) {
        const shown = entries.filter((entry) => entry.who === undefined || entry.who === who);
        expect(repeated(shown.map(({ rank }) => String(rank)))).toEqual([]);
        // The entries of a group stand together.
        const groups = shown.toSorted((one, other) => one.rank - other.rank).map(({ group = '' }) => group);
        const changes = groups.filter((group, index) => group !== groups[index - 1]);
        expect(
          changes.filter((group) => group !== '' && changes.indexOf(group) !== changes.lastIndexOf(group)),
        ).toEqual([]);
      }
    },
  );

  it('add tabs to the console of moderators, each at an address and in a place of its own', async () => {
    const all = await Promise.all(nouns.map(async ({ consoleTabs }) => (await consoleTabs?.())?.default ?? []));
    const tabs = all.flat();
    expect(tabs.length).toBeGreaterThan(2);
    expect(repeated(tabs.map(({ path }) => path))).toEqual([]);
    expect(repeated(tabs.map(({ rank }) => String(rank)))).toEqual([]);
    // The last part of an address: nothing that it would have to escape.
    expect(tabs.filter(({ path }) => !/^[a-z-]+$/.test(path))).toEqual([]);
  });

  it.each(SITES)('lay every page that lies over another one on an address of the %s site', (site) => {
    const paths = new Set(routesOn(site).map(({ path }) => path));
    const below = routesOn(site).flatMap(({ over }) => over ?? []);
    expect(below.length).toBeGreaterThan(0);
    expect(below.filter((path) => !paths.has(path))).toEqual([]);
  });

  it('fill every dialog that can be opened, once', () => {
    const all = [...shellFillings, ...nouns.flatMap((noun) => [...(noun.dialogs ?? []), ...(noun.slots ?? [])])];
    const filled = all.map(({ slot }) => slot).filter((name) => name.startsWith('dialog: '));
    expect(filled.toSorted()).toEqual(dialogs.map(({ name }) => name).toSorted());
    expect(dialogs.length).toBeGreaterThan(0);
  });

  it('list every command once: named for when it waits to be sent, or sent at once', () => {
    const commands = Object.values(commandDefinitions).filter(({ origin }) => origin === 'client');
    const listed = nouns.flatMap(({ outbox = {}, direct = [] }) => [...Object.keys(outbox), ...direct]);
    expect(listed.toSorted()).toEqual(commands.map(({ type }) => type).toSorted());
  });
});

describe('the first view that the server sends with a page', () => {
  it('is of addresses that the site has: the feed, the opened post and its likes come with their topics', () => {
    const asker = { campus: 'ou', userId: '0b4d4b8e-6c5a-4c7e-9a63-3f3f8f1f2a10', query: new URLSearchParams() };
    const filled = (path: string) => path.replace(/:id\b/, '0b4d4b8e-6c5a-4c7e-9a63-3f3f8f1f2a10');
    const everywhere = firstView('/nowhere/at/all', asker);
    const own = (path: string) => firstView(filled(path), asker).filter((topic) => !everywhere.includes(topic));
    const shown = routesOn('campus')
      .map(({ path }) => [path, own(path).map((topic) => topic.split(':')[0])] as const)
      .filter(([, topics]) => topics.length > 0);
    expect(Object.fromEntries(shown)).toEqual({
      '/home': ['feed', 'campus'],
      '/media': ['mediaFeed', 'campus'],
      '/post/:id': ['post', 'campus'],
      '/media/:id': ['post', 'campus'],
      '/messages': ['conversations'],
      '/messages/:id': ['conversations', 'chat'],
      '/messages/new': ['conversations'],
      // That of the campus, and that of conversations.
      '/notifications': ['notifications', 'notifications'],
      '/post/:id/likes': ['likedBy', 'campus'],
      '/search': ['popularSearches'],
    });
    const searching = { ...asker, query: new URLSearchParams({ q: 'desk' }) };
    const searches = routesOn('campus').filter(({ path }) => firstSearch(filled(path), searching) !== null);
    expect(searches.map(({ path }) => path)).toEqual(['/search']);
    expect(everywhere).toEqual([
      `me:${asker.userId}`,
      'community:ou',
      `unreadNotifications:ou:${asker.userId}`,
      `unreadNotifications:talk:${asker.userId}`,
    ]);
  });
});

describe('the layers below the nouns', () => {
  /** Nouns, their streams, events, commands, collections and topics; an actor's kind is the kernel's word. */
  const names = new Set([
    ...Object.values(commandDefinitions).map(({ category }) => category),
    ...Object.keys(commandDefinitions),
    ...Object.keys(eventDefinitions),
    ...projections.map(({ name }) => name),
    ...collections.keys(),
    ...Object.keys(topicKinds),
  ]);
  const named = (text: string) =>
    [
      ...text
        .replaceAll("kind: 'user'", '')
        .matchAll(/(?<!\w\[)['`"](\w+)(?=['`"]|-\$\{)|\b(\w+): \[|topicName\.(\w+)/g),
    ]
      .flatMap(([, quoted, key, topic]) => quoted ?? key ?? topic ?? [])
      .filter((word) => names.has(word));

  it('would be seen to name one', () => {
    const text = `const keys = { post: ['posts'], x: [\`save-\${id}\`] }; send('SavePost'); topicName.me(id); let user: Actor['user'];`;
    expect(named(text)).toEqual(['post', 'posts', 'save', 'SavePost', 'me']);
  });

  it.each(['kit', 'sync'])('name no noun in any text: %s', (layer) => {
    const files = globSync(`${layer}/**/*.{ts,tsx}`, { cwd: WEB });
    expect(files.length).toBeGreaterThan(20);
    const found = files.map((file) => [file, named(readFileSync(join(WEB, file), 'utf8'))] as const);
    expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
  });
});
