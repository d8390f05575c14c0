import { newId } from '#domain/kernel/ids.ts';
import type { Ad } from '#projections/ad/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import {
  type AnsweredCommand,
  type AnswersModel,
  documentsOf,
  expects,
  type MeantCommand,
  type RefusalCase,
  type SeenFromOutside,
  type Truth,
} from '../answers.ts';
import type { Part, Parts } from '../parts.ts';

interface ExpectedAd {
  readonly author: string;
  readonly post: string;
  readonly stands: Truth;
  /** It was taken back, or a later one took its place. */
  given: Truth;
}

/** Ads that wait for their payment, by the answers that people got, by id. */
const expectedAds: Part<Map<string, ExpectedAd>> = { begin: () => new Map() };

function take({ userId, commandId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const ads = parts.of(expectedAds);
  if (type === 'CancelCheckout') {
    const ad = ads.get(String(data.adId));
    if (ad !== undefined && ad.given !== 'yes' && truth !== 'no') ad.given = truth;
  }
  if (type !== 'StartCheckout') return;
  for (const ad of ads.values()) {
    if (ad.post === data.postId && ad.given === 'no' && truth !== 'no') ad.given = 'maybe';
  }
  // Two at once: the later one in the log stands, and nobody was answered which that is.
  ads.set(newId(commandId, 0), { author: userId, post: String(data.postId), stands: truth, given: 'no' });
}

/** Whether the sender may have given the ad up before: its command came late, or twice. */
function mayBeGone({ data }: MeantCommand, { wasMeant }: RefusalCase): boolean {
  return wasMeant((meant) => meant.type === 'StartCheckout' && meant.data.postId === data.postId);
}

/** Whether the sender may have boosted the post before, or sold it. */
const mayBeTaken =
  (types: readonly string[]) =>
  (refused: MeantCommand, { wasMeant }: RefusalCase) =>
    wasMeant(
      ({ type, data, commandId }) =>
        types.includes(type) && data.postId === refused.data.postId && commandId !== refused.commandId,
    );

function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const ads = documentsOf<Ad>(seen, 'ads');
  const posts = documentsOf<Post>(seen, 'posts');
  const expected = [...parts.of(expectedAds)];
  const isListed = (id: string) => ads.get(id)?.list != null;
  for (const [id, { author, post, stands, given }] of expected) {
    if (!seen.readers.has(author)) continue;
    const isThere = isListed(id);
    yield expects(stands !== 'no' || !isThere, () => `The ad ${id} was refused and is there.`);
    // One that was replaced may be paid all the same, on the page that was open: it comes back, and takes this one's place.
    const isPaid = (other: string) => isListed(other) && ads.get(other)?.status !== 'checkout';
    const isReplaced = expected.some(([other, ad]) => other !== id && ad.post === post && isPaid(other));
    const isMissing = stands === 'yes' && given === 'no' && posts.has(post) && !isThere && !isReplaced;
    yield expects(!isMissing, () => `The ad ${id} was acknowledged and is missing.`);
    yield expects(given !== 'yes' || !isThere, () => `The ad ${id} was taken back and is there.`);
  }
}

/** Ads that are not paid: an acknowledged one waits until it is taken back, or another one of its post takes its place. */
export const adAnswers: AnswersModel = {
  take,
  reasons: {
    AD_UNKNOWN: mayBeGone,
    ALREADY_BOOSTED: mayBeTaken(['StartCheckout']),
    AD_POST_SOLD: mayBeTaken(['SetSale']),
  },
  check,
};
