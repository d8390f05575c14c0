import fc from 'fast-check';
import type { AdsState } from '#domain/ad/state.ts';
import { ACTIONS } from '#domain/impression/actions.ts';
import type { ImpressionEvent } from '#domain/impression/events.ts';
import type { AdFigures } from '#projections/impression/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { id } from '#test/projections/support/events.ts';
import { drawFrom } from '../acts.ts';
import {
  type Asked,
  commandModel,
  type Happened,
  type History,
  isHouse,
  must,
  mustAcross,
  type NounModel,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { postLedger, somePost } from '../post/parts.ts';
import { documents } from './naive.ts';
import { impressionRights } from './rights.ts';

/** Batches by the log. */
const batches: Part<Set<string>> = { begin: () => new Set() };
const HASH = /^[0-9a-f]+$/;

function* check({ stream, event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { batchId, postId, campus, author, sessions } = (happened as ImpressionEvent).data;
  const made = ledgers.of(batches);
  const post = ledgers.of(postLedger).get(postId);
  yield must(isHouse(actor), `${actor} counts what others do`);
  yield must(stream === `impression-${batchId}` && !made.has(batchId), `${batchId} is counted twice`);
  yield must(post?.author === author && post.campus === campus, `${batchId} is about ${postId}, which is another one`);
  yield mustAcross(post?.deleted === false, `${batchId} is about a deleted post`);
  const keys = sessions.map(({ viewer, session }) => `${viewer} ${session}`);
  yield must(new Set(keys).size === keys.length && keys.length > 0, `${batchId} has a session twice, or none`);
  yield must(
    sessions.every(({ viewer, session }) => HASH.test(viewer) && HASH.test(session)),
    `${batchId} names somebody`,
  );
  made.add(batchId);
}

/** Few viewers and sessions, so that they come again; and few digits in which they differ, so that they share parts. */
const VIEWERS = 7;
const SESSIONS = 3;
const viewerOf = (n: number) => `${n % 2}`.padEnd(4, '0').padEnd(24, String(n % VIEWERS));
const sessionOf = (n: number) => String(n % SESSIONS).padEnd(12, 'a');

/** Some viewers do something with a post, in one of its two ads; some of it came before. */
function see({ log, parts }: History, who: number, what: number): void {
  const post = somePost(parts, what);
  if (post === undefined || post.place.parent !== null || post.place.kind !== 'post') return;
  const { postId, campus, author } = post.place;
  const numbers = Array.from({ length: 1 + (who % 4) }, (_, n) => who + n * (1 + what));
  const seen = new Map(
    numbers.map((n) => [`${n % VIEWERS} ${n % SESSIONS}`, { viewer: viewerOf(n), session: sessionOf(n) }]),
  );
  const actions = ACTIONS.filter((_, place) => (1 + who + what) & (1 << place));
  const sessions = [...seen.values()].map((each) => ({ ...each, actions }));
  const adId = id(`ad ${who % 2} of ${postId}`);
  log.add('ActionsCounted', { batchId: id(`batch ${log.events.length}`), adId, postId, campus, author, sessions });
}

const address = (n: number) => ({ kind: 'address', id: `10.0.0.${n % VIEWERS}` }) as const;

/** One of the ads of a story, mostly one that runs. */
function someAd({ world, pick, pick2 }: Asked<unknown>) {
  const all = world.ids('ad').flatMap((postId) => Object.values((world.stateOf('ad', postId) as AdsState).ads));
  const running = all.filter(({ status }) => status === 'active');
  const ads = running.length === 0 || pick2 % 9 === 8 ? all : running;
  return ads[pick % (ads.length || 1)]?.place;
}

/** The actions of people at sponsored posts: the house counts them, and the owner of the ad sees the figures. */
export const impressionModel: NounModel = {
  noun: 'impression',
  rights: impressionRights,
  commands: {
    CountActions: commandModel({
      by: 'house',
      often: 8,
      mayDoNothing: true,
      lawful: {
        ...{ postId: id('desk'), adId: id('ad') },
        sessions: [{ viewer: address(1), session: 'a', actions: ['view'] }],
      },
      fields: fc.array(
        fc.record({
          n: fc.nat({ max: 50 }),
          isAccount: fc.boolean(),
          actions: fc.uniqueArray(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 5 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      payload(ask) {
        const place = someAd(ask);
        const sessions = ask.fields.map(({ n, isAccount, actions }) => ({
          viewer: isAccount ? { kind: 'account', id: ask.userId } : address(n),
          session: sessionOf(n),
          actions,
        }));
        return { data: { postId: place?.postId ?? id('nobody'), adId: place?.adId ?? id('nobody'), sessions } };
      },
    }),
  },
  rule: { category: 'impression', check },
  steps: { see: { often: 3, act: see } },
  documents,
  access: {
    postFigures: ({ viewer, doc }) => (doc as AdFigures).author === viewer.userId,
    adFigures: ({ viewer, doc }) => (doc as AdFigures).author === viewer.userId,
    figureDays: ({ viewer, doc }) => (doc as AdFigures).author === viewer.userId,
  },
  hidden: ['audiences', 'countedSessions', 'endedFigures'],
  topics: (known) => {
    const ad = drawFrom(known, known.all('ads'))?.key ?? id('nobody');
    return [
      [1, topicName.adFigures(ad)],
      [1, topicName.figureDays(ad)],
    ];
  },
  acts: {},
};
