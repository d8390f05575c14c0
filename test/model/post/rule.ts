import { POST_MAX_FILES } from '#domain/kernel/limits.ts';
import type { Media } from '#domain/kernel/media.ts';
import { categories } from '#domain/post/categories.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { PRICE_MAX_CENTS, TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { normaliseRichText, richTextLength } from '#domain/post/normalise.ts';
import { isBlank } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import { type Happened, isHouse, must, mustAcross, type Rule, readable, type Unlawful } from '../model.ts';
import type { Parts } from '../parts.ts';
import { userLedger } from '../user/parts.ts';
import { type Created, NOTHING_OFFERED, postLedger, termsOf } from './parts.ts';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function* check({ event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as PostEvent;
  const posts = ledgers.of(postLedger);
  const { postId, campus, author, root } = event.data;
  const before = posts.get(postId);
  const isOwn = actor === author || (isHouse(actor) && event.type === 'PostCreated' && event.data.kind === 'new user');
  switch (event.type) {
    case 'PostDeleted': {
      yield must(before?.deleted === false, `${postId} is deleted, and does not stand`);
      if (before !== undefined) before.deleted = true;
      const { cause } = event.data;
      const isCascade = cause === 'cascade';
      const isModerator = cause === 'moderator';
      if (isModerator) {
        const { moderators } = ledgers.of(userLedger);
        yield mustAcross(moderators.has(actor), `${postId} is removed by ${actor}, no moderator`);
      }
      yield must(
        (event.data.reason !== null) === isModerator,
        `${postId} is deleted by ${cause}: ${event.data.reason}`,
      );
      yield must(
        isModerator || isHouse(actor) || (!isCascade && isOwn),
        `${postId} by ${author} is deleted by ${actor}`,
      );
      if (isCascade) yield* checkCascade(event.data, ledgers);
      return;
    }
    case 'PostImagesNotDeleted':
      yield must(before?.deleted === true, `the pictures of ${postId} are to go, and it stands`);
      return;
    case 'PostEdited':
    case 'PostTermsChanged':
    case 'PostSaleChanged':
      yield must(isOwn, `${postId} by ${author} is changed by ${actor}`);
      yield must(
        before?.deleted === false && before.kind === 'post' && before.author === author && before.campus === campus,
        `${postId} is changed, and is none of theirs`,
      );
      yield* checkOffer(event, before);
      break;
    case 'PostCreated':
      yield must(isOwn, `${postId} by ${author} is written by ${actor}`);
      yield must(before === undefined, `${postId} is written twice`);
      yield* checkPlace(event.data, ledgers);
      yield* checkTerms(event.data);
      posts.set(postId, { ...event.data, deleted: false, sale: 'available' });
  }
  const memberOf = ledgers.of(userLedger).memberOf.get(author);
  yield mustAcross(memberOf === campus, `${postId} in ${root} on ${campus} is by a member of ${memberOf}`);
  if (event.type === 'PostCreated' || event.type === 'PostEdited') yield* checkContent(event);
}

/** Only a post offers something, and what says that something has changed, has changed something. */
function* checkOffer(
  event: Extract<PostEvent, { type: 'PostEdited' | 'PostTermsChanged' | 'PostSaleChanged' }>,
  before: (Created & { sale: string }) | undefined,
) {
  if (before === undefined || event.type === 'PostEdited') return;
  const { postId } = before;
  yield must(before.parent === null, `${postId} is a comment, and ${event.type}`);
  if (event.type === 'PostSaleChanged') {
    yield must(before.sale !== event.data.sale, `${postId} was ${before.sale} before`);
    before.sale = event.data.sale;
    return;
  }
  yield must(termsOf(before) !== termsOf(event.data), `${postId} offered the same before`);
  yield* checkTerms(event.data);
  const { category, price, condition } = event.data;
  Object.assign(before, { category, price, condition });
}

function* checkTerms(data: Pick<Created, 'postId' | 'parent' | 'kind' | 'category' | 'price' | 'condition'>) {
  const { postId, parent, kind, category, price } = data;
  const isPost = parent === null && kind === 'post';
  yield must(isPost || termsOf(data) === NOTHING_OFFERED, `${postId} is no post, and offers ${termsOf(data)}`);
  const isKnown = category === 'all' || categories.some(({ value }) => value === category);
  yield must(isKnown, `${postId} is in the category ${category}, which is none`);
  if (price === null) return;
  const isPrice = Number.isInteger(price.cents) && price.cents >= 0 && price.cents <= PRICE_MAX_CENTS;
  yield must(isPrice && !(price.cents === 0 && price.orBestOffer), `${postId} costs ${JSON.stringify(price)}`);
}

function* checkCascade({ postId, ancestors }: Created | PostEvent['data'], ledgers: Parts) {
  const posts = ledgers.of(postLedger);
  const isBelowDeleted = ancestors.some((above) => posts.get(above)?.deleted === true);
  yield must(isBelowDeleted, `${postId} goes, and everything above it stands`);
}

function* checkContent({ data }: Extract<PostEvent, { type: 'PostCreated' | 'PostEdited' }>) {
  const text = readable<RichText>(data.text);
  const media = readable<readonly Media[]>(data.media);
  // Sealed, or its author was erased.
  if (text === null || media === null) return;
  const { postId } = data;
  yield must(isSame(normaliseRichText(text), text), `${postId} is not in normal form`);
  yield must(richTextLength(text) <= TEXT_MAX_CHARACTERS, `${postId} is too long`);
  yield must(media.length <= POST_MAX_FILES, `${postId} has too many files`);
  yield must(new Set(media.map((file) => file.name)).size === media.length, `${postId} has a file twice`);
  yield must(data.imageCount === media.length, `${postId} counts other pictures than it has`);
  if (data.kind === 'post') yield must(!isBlank(text) || media.length > 0, `${postId} is empty`);
}

/** A post's ancestors never change, so most of this is certain even under concurrency. */
function* checkPlace(created: Created, ledgers: Parts): Iterable<Unlawful | null> {
  const { postId, root: rootId, parent: parentId, ancestors, parentAuthor, campus } = created;
  if (parentId === null) {
    const isTop = rootId === postId && ancestors.length === 0 && parentAuthor === null;
    yield must(isTop, `${postId} is a post and stands below something`);
    return;
  }
  const posts = ledgers.of(postLedger);
  const root = posts.get(rootId);
  const parent = posts.get(parentId);
  const isOnPost = root?.parent === null && root.kind === 'post' && root.campus === campus;
  yield must(isOnPost, `${postId} stands on no post of ${campus}`);
  yield must(parent?.root === rootId && parent.author === parentAuthor, `${postId} answers something else`);
  yield must(isSame(ancestors, [...(parent?.ancestors ?? []), parentId]), `${postId} stands below others than it says`);
  yield mustAcross(root?.deleted === false && parent?.deleted === false, `${postId} is written below what is deleted`);
}

/** The rule for a post's stream. */
export const postRule: Rule = { category: 'post', check };
