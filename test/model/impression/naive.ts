import type { Action } from '#domain/impression/actions.ts';
import type { ImpressionEvent } from '#domain/impression/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { NaiveDocument, NaiveDocuments } from '../model.ts';

/** One action of one viewer, the first time that it comes. */
interface First {
  readonly ad: string;
  readonly post: string;
  readonly campus: string;
  readonly author: string;
  readonly hour: string;
  readonly viewer: string;
  readonly session: string;
  readonly action: Action;
}

/** Everything that counts: each action of a viewer's page session at a post, once. */
function firstsOf(history: readonly RecordedEvent[]): readonly First[] {
  const firsts = new Map<string, First>();
  for (const recorded of history) {
    if (recorded.type !== 'ActionsCounted') continue;
    const { adId: ad, postId: post, campus, author, sessions } = recorded.data as ImpressionEvent['data'];
    const hour = `${recorded.meta.at.split(':')[0]}:00:00.000Z`;
    for (const { viewer, session, actions } of sessions) {
      for (const action of actions) {
        const key = [post, viewer, session, action].join(' ');
        if (!firsts.has(key)) firsts.set(key, { ad, post, campus, author, hour, viewer, session, action });
      }
    }
  }
  return [...firsts.values()];
}

const of = (firsts: readonly First[], action: Action) => firsts.filter((first) => first.action === action);

function counts(firsts: readonly First[], reached: number) {
  return {
    views: of(firsts, 'view').length,
    accounts_reached: reached,
    direct_messages: of(firsts, 'direct_message').length,
    copied_link: of(firsts, 'copied_link').length,
    external_link_clicks: of(firsts, 'external_link_click').length,
    profile_visits: of(firsts, 'profile_visit').length,
  };
}

const viewersOf = (firsts: readonly First[]) => new Set(of(firsts, 'view').map(({ viewer }) => viewer)).size;

/** Viewers of an hour who had not seen the ad in an hour before. */
function newIn(hour: string, ofAd: readonly First[]): number {
  const before = ofAd.filter((first) => first.hour < hour);
  return viewersOf(ofAd.filter((first) => first.hour <= hour)) - viewersOf(before);
}

/** The campuses of the deleted posts that are no comments. */
function deletedIn(history: readonly RecordedEvent[]): ReadonlyMap<string, string> {
  const deleted = new Map<string, string>();
  for (const { type, data } of history) {
    const { postId, parent, campus } = data as { postId: string; parent: string | null; campus: string };
    if (type === 'PostDeleted' && parent === null) deleted.set(postId, campus);
  }
  return deleted;
}

/** The figures that follow from a history, by sets. */
export function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const firsts = firstsOf(history);
  const deleted = deletedIn(history);
  const by = <Key extends 'post' | 'ad'>(name: Key) => [...Map.groupBy(firsts, (first) => first[name])];
  const posts = by('post').flatMap(([key, own]): NaiveDocument[] => {
    const { campus, author } = own[0] as First;
    if (deleted.has(key)) return [];
    return [{ collection: 'postFigures', key, doc: { id: key, campus, author, ...counts(own, viewersOf(own)) } }];
  });
  const ended = [...deleted].map(
    ([key, campus]): NaiveDocument => ({ collection: 'endedFigures', key, doc: { id: key, campus } }),
  );
  const ads = by('ad').flatMap(([ad, own]): readonly NaiveDocument[] => {
    const { post, campus, author } = own[0] as First;
    const days = [...Map.groupBy(own, ({ hour }) => hour.slice(0, 10))].map(([day, within]) => {
      const hours = [...Map.groupBy(within, ({ hour }) => hour)].map(([hour, those]) => ({
        ...{ hour: Number(hour.slice(11, 13)), ...counts(those, newIn(hour, own)) },
      }));
      const reached = hours.reduce((all, { accounts_reached }) => all + accounts_reached, 0);
      const doc = { id: `${ad}:${day}`, ad, day, campus, author, ...counts(within, reached), hours };
      return { collection: 'figureDays', key: `${ad}:${day}`, doc };
    });
    const doc = { id: ad, post, campus, author, ...counts(own, viewersOf(own)) };
    return [{ collection: 'adFigures', key: ad, doc }, ...days];
  });
  const parts = (collection: string, among: readonly First[], hashOf: (first: First) => string) =>
    [...Map.groupBy(among, (first) => `${first.post}:${hashOf(first).slice(0, 4)}`)].map(
      ([key, [first]]): NaiveDocument => ({
        ...{ collection, key },
        doc: { id: key, post: first?.post, campus: first?.campus },
      }),
    );
  const audiences = parts('audiences', of(firsts, 'view'), ({ viewer }) => viewer);
  const sessions = parts('countedSessions', firsts, ({ session }) => session);
  return {
    documents: [...posts, ...ads, ...audiences, ...sessions, ...ended],
    whole: ['postFigures', 'adFigures', 'figureDays', 'audiences', 'countedSessions', 'endedFigures'],
  };
}
