import { MINUTES_PER_DAY, MS_PER_MINUTE } from '#domain/ad/limits.ts';
import type { Ad } from '#projections/ad/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import { checkoutFor } from '#server/ad/checkout.ts';
import { takeNotice } from '#server/ad/notices.ts';
import { drawFrom } from '../acts.ts';
import type { Stage, StoryModel } from '../story.ts';

/** Times that somebody is away, at most. */
const ROUNDS = 3;
const ORIGIN = 'https://ou.example';
/** Milliseconds in which somebody types the number of a card, at most. */
const TYPING_MS = 20_000;
/** Milliseconds between two looks at whether an ad runs, and the number of looks before giving up. */
const LOOK_MS = 5_000;
const LOOKS = 15;
/** Milliseconds for which somebody is away: an hour and a minute, a day, and longer than most ads. */
const DAY_MS = MINUTES_PER_DAY * MS_PER_MINUTE;
const AWAY_MS = [61 * MS_PER_MINUTE, DAY_MS, 3 * DAY_MS];
/** Those until shortly before another day has to be charged. */
const UNTIL_CHARGED_MS = DAY_MS - 30_000;

const RUNS = ['active', 'paused'];

/** One of the own ads in some statuses. */
function ownAd({ known, me }: Stage, statuses: readonly string[]): Ad | undefined {
  const ads = known.all<Ad>('ads').flatMap(({ doc }) => doc ?? []);
  return drawFrom(
    known,
    ads.filter(({ author, status }) => author === me && statuses.includes(status)),
  );
}

function ownPost({ known, me }: Stage): string | undefined {
  const posts = known.all<Post>('posts');
  return drawFrom(
    known,
    posts.filter(({ key, doc }) => doc?.root === key && doc.author === me && doc.kind === 'post'),
  )?.key;
}

const checkout = (stage: Stage, postId: string) =>
  stage.asks(async (edge) => (await checkoutFor({ userId: stage.me, postId, origin: ORIGIN }, edge)).url);

/**
 * Somebody boosts a post and pays: in one tab or two, with a card that is declined first, after having given it up, or twice, if
 * a page can be had.
 */
async function buy(stage: Stage, pick: number): Promise<void> {
  const { known, cashier } = stage;
  const postId = (known.draw(3) === 0 ? ownAd(stage, ['checkout'])?.post : undefined) ?? ownPost(stage);
  if (postId === undefined) return;
  const form = { title: 'Boost Post', goal: 'message', website: '', label: 'Send Message' };
  const data = { postId, ...form, days: 1 + known.draw(3), untilPaused: known.draw(2) === 0 };
  await stage.gives('me', { type: 'StartCheckout', data });
  const tabs = [checkout(stage, postId), ...(known.draw(3) === 0 ? [checkout(stage, postId)] : [])];
  const pages = (await Promise.all(tabs)).filter((url) => url !== null);
  if (known.draw(5) === 0) {
    const adId = ownAd(stage, ['checkout'])?.id;
    if (adId !== undefined) void stage.gives('me', { type: 'CancelCheckout', data: { postId, adId } });
  }
  if (known.draw(6) === 0) return;
  await (known.draw(2) === 0 ? stage.soon() : stage.waits(known.draw(TYPING_MS)));
  const card = pick % 7 === 0 ? 'declined later' : 'good';
  for (const url of pages) {
    if (known.draw(3) === 0) cashier.pay(url, 'declined');
    cashier.pay(url, card);
  }
  if (data.untilPaused ? known.draw(6) > 0 : known.draw(2) === 0) return run(stage, pick);
  // Back, and once more: nothing says yet that it is paid.
  const again = await checkout(stage, postId);
  await stage.soon();
  if (again !== null) cashier.pay(again, card);
}

/** Somebody is away for as long as an ad runs, or a part of it, and pauses it, lets it go on, or stops it; and again. */
async function run(stage: Stage, pick: number): Promise<void> {
  const { known } = stage;
  const rounds = 2 + known.draw(ROUNDS);
  for (let look = 0; look < LOOKS && ownAd(stage, RUNS) === undefined; look += 1) await stage.waits(LOOK_MS);
  for (let round = 0; round < rounds; round += 1) {
    const ad = ownAd(stage, RUNS);
    if (ad === undefined) return;
    const isCharged = ad.runUntilPaused && known.draw(4) > 0;
    if (isCharged && known.draw(3) > 0) stage.cashier.falters();
    await stage.comesBackAfter(isCharged ? UNTIL_CHARGED_MS : (AWAY_MS[(pick + round) % AWAY_MS.length] ?? 0));
    stage.logsIn();
    await stage.waits(known.draw(TYPING_MS));
    const types = known.draw(4) === 0 ? ['StopAd'] : [ad.status === 'paused' ? 'ResumeAd' : 'PauseAd'];
    for (const type of known.draw(2) === 0 ? types : []) {
      await stage.gives('me', { type, data: { postId: ad.post, adId: ad.id } });
    }
  }
}

/** The operator gives money back at the provider. */
async function giveBack(stage: Stage, pick: number): Promise<void> {
  stage.cashier.giveBack(pick);
  await stage.soon();
}

/** Ads are paid, run, and end: the provider has its own books, by which all of it is checked. */
export const adStory: StoryModel = {
  scenes: {
    buy: { often: 14, play: buy },
    run: { often: 4, play: run },
    'give-back': { often: 2, play: giveBack },
  },
  takesNotice: (notice, edge) => takeNotice(notice, edge.payments, edge),
};
