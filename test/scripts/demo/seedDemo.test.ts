import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { notificationKinds, TALK_LIST } from '#domain/notification/kinds.ts';
import { POPULAR_FROM_PEOPLE } from '#domain/search/limits.ts';
import { ads } from '#projections/ad/collections.ts';
import { START } from '#projections/engine/eventLog.ts';
import { adFigures } from '#projections/impression/collections.ts';
import {
  type Notification,
  notificationListKey,
  notifications,
  unreadNotifications,
} from '#projections/notification/collections.ts';
import { unreadCount } from '#projections/notification/unread.ts';
import { readEvents } from '#scripts/cli/events.ts';
import { demoStory } from '#scripts/demo/campus.ts';
import { DEMO_PASSWORD } from '#scripts/demo/people.ts';
import { seedDemo } from '#scripts/demo/seedDemo.ts';
import { createIdentity } from '#server/identity/identity.ts';
import { createPasswordHasher } from '#server/identity/passwords.ts';
import { documentOf, foldAll } from '#test/projections/support/folded.ts';
import {
  CHEAP_PASSWORD_COST,
  collect,
  SMALL_PICTURE_PIXELS,
  STORY_NOW,
  type TemporaryFolder,
  temporaryFolder,
  withFoundation,
} from '../support/storyFolder.ts';

/** Milliseconds for drawing and storing all pictures, also on a busy machine. */
const SEED_TIMEOUT_MS = 120_000;

let folder: TemporaryFolder;
let events: RecordedEvent[];

const seed = () =>
  withFoundation(folder.path, async (foundation) => {
    await seedDemo(foundation, {
      now: STORY_NOW,
      passwordCost: CHEAP_PASSWORD_COST,
      picturePixels: SMALL_PICTURE_PIXELS,
    });
    return (await collect(readEvents(foundation.log, START))) as RecordedEvent[];
  });

beforeAll(async () => {
  folder = temporaryFolder();
  events = await seed();
}, SEED_TIMEOUT_MS);
afterAll(() => folder.remove());

const ofType = (type: string) => events.filter((event) => event.type === type);

describe('the demo campus in a data folder', () => {
  it('stands in the log as if its people had made it', () => {
    expect(ofType('UserRegistered')).toHaveLength(demoStory.people.length);
    expect(ofType('SchoolVerified')).toHaveLength(demoStory.people.length);
    const posts = ofType('PostCreated').map(
      ({ data }) => data as { kind: string; parent: string | null; imageCount: number },
    );
    expect(posts.filter(({ kind }) => kind === 'new user')).toHaveLength(demoStory.people.length);
    const written = posts.filter(({ kind, parent }) => kind === 'post' && parent === null);
    expect(written).toHaveLength(demoStory.posts.length);
    const files = demoStory.posts.reduce((sum, { pictures, film }) => sum + pictures.length + (film ? 1 : 0), 0);
    expect(written.reduce((sum, post) => sum + post.imageCount, 0)).toBe(files);
    const saves = demoStory.posts.reduce((sum, post) => sum + post.savedBy.length, 0);
    expect(ofType('PostSaved')).toHaveLength(saves);
    // People like answers, and nobody likes their own.
    const likes = ofType('CommentLiked').map(({ data }) => data as { userId: string; author: string });
    expect(likes.length).toBeGreaterThanOrEqual(20);
    expect(likes.filter(({ userId, author }) => userId === author)).toEqual([]);
  });

  it('[SRCH-18 in part] has the searches of its people and of visitors as commands, so that the counters are real', () => {
    const searches = demoStory.searches ?? [];
    const sum = (count: (search: (typeof searches)[number]) => number) =>
      searches.reduce((total, search) => total + count(search), 0);
    expect(ofType('SearchPerformed')).toHaveLength(sum(({ by }) => by.length));
    expect(ofType('VisitorSearched')).toHaveLength(sum(({ visits }) => visits));
    const terms = new Set(ofType('VisitorSearched').map(({ data }) => (data as { term: string }).term));
    expect(terms.size).toBe(searches.length);
  });

  it('[SRCH-18 in part] shows the campus each text that enough of its people have searched for, and no other', () => {
    const published = ofType('SearchTermPublished').map(({ data }) => (data as { readonly text: string }).text);
    const popular = (demoStory.searches ?? []).filter(({ by }) => new Set(by).size >= POPULAR_FROM_PEOPLE);
    expect(published).toEqual(popular.map(({ text }) => text));
  });

  it('has boosts that run, one that is paused, and one that is over, each with the figures of all its days', () => {
    const folded = foldAll(events);
    const boosts = ofType('AdCreated').map(({ data }) => data as { readonly adId: string });
    const found = boosts.map(({ adId }) => {
      const ad = documentOf(folded, ads, adId);
      const figures = documentOf(folded, adFigures, adId);
      const days = new Set(
        ofType('ActionsCounted').flatMap(({ data, meta }) =>
          (data as { readonly adId: string }).adId === adId ? [meta.at.slice(0, 10)] : [],
        ),
      );
      return { status: ad?.status, days: days.size, figures };
    });
    const days = (status: string) => found.filter((each) => each.status === status).map((each) => each.days);
    expect(days('active')).toHaveLength(2);
    expect(days('paused')).toEqual([3]);
    expect(days('completed')).toEqual([14]);
    for (const { figures } of found) {
      expect(figures?.views).toBeGreaterThan(0);
      expect(figures?.accounts_reached).toBeLessThanOrEqual(figures?.views ?? 0);
    }
  });

  it('[NOTF-02] notifies both logins of everything that there is, and some of it is unread', () => {
    const documents = foldAll(events);
    const rows = [...documents.all(notifications.name)].flatMap(({ doc }) => (doc as Notification | null) ?? []);
    const users = ofType('UserRegistered').map(({ data }) => (data as { readonly userId: string }).userId);
    for (const user of users.slice(0, 2)) {
      const own = rows.filter((row) => row.user === user);
      expect([...new Set(own.map(({ kind }) => kind))].toSorted()).toEqual([...notificationKinds].toSorted());
      for (const campus of ['ou', TALK_LIST]) {
        const unread = documentOf(documents, unreadNotifications, notificationListKey(campus, user));
        const count = unread == null ? 0 : unreadCount(unread);
        expect([campus, count > 0 && count < own.length]).toEqual([campus, true]);
      }
    }
  });

  it('leaves reports to the moderators, with what was reported', () => {
    expect(ofType('Reported')).toHaveLength(demoStory.reports?.length ?? 0);
    const kinds = ofType('EvidenceKept').map(({ data }) => (data as { readonly kind: string }).kind);
    expect(new Set(kinds)).toEqual(new Set(['person', 'post']));
    expect(ofType('CaseClosed')).toEqual([]);
  });

  it('happened in the past weeks, in order', () => {
    const instants = events.map(({ meta }) => meta.at);
    expect(instants).toEqual([...instants].sort());
    expect(instants.at(-1)?.localeCompare(STORY_NOW.toISOString())).toBe(-1);
  });

  it('lets its people log in', async () => {
    await withFoundation(folder.path, async (foundation) => {
      const { logIn } = createIdentity({
        vault: foundation.vault,
        dispatcher: foundation.dispatcherAt(() => STORY_NOW),
        secrets: foundation.secrets,
        clock: () => STORY_NOW,
        onSessionEnded: () => undefined,
        hasher: createPasswordHasher(CHEAP_PASSWORD_COST),
      });
      for (const { email } of demoStory.people.slice(0, 2)) {
        expect(await logIn({ email, password: DEMO_PASSWORD }, '127.0.0.1')).toMatchObject({ ok: true });
        expect(await logIn({ email, password: 'wrong one' }, '127.0.0.1')).toMatchObject({ ok: false });
      }
    });
  });

  it(
    '[DATA-14] seeded again it changes nothing, so one that was broken off is simply seeded again',
    async () => {
      const again = await seed();
      expect(again.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    },
    SEED_TIMEOUT_MS,
  );
});
