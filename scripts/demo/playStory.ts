import type { Actor } from '#domain/kernel/actor.ts';
import type { Media } from '#domain/kernel/media.ts';
import type { Price } from '#domain/post/priceSchema.ts';
import { searchEvents } from '#domain/search/events.ts';
import { createPasswordHasher } from '#server/identity/passwords.ts';
import type { MediaStore } from '#server/ports/media.ts';
import type { Vault } from '#server/ports/vault.ts';
import type { Dispatcher } from '#server/write/dispatcher.ts';
import { actInBoost, type BoostMoment, type PayBoost, paidNowhere } from './boosts.ts';
import { createGive, type Give, HOUSE, STORY_CAMPUS, StoryRefused } from './give.ts';
import { createStoryIds, type StoryIds } from './ids.ts';
import { join } from './join.ts';
import { DEMO_PASSWORD } from './people.ts';
import type { Story, StoryPost, StoryReport, StorySearch } from './story/story.ts';
import type { TalkMoment } from './talkMoments.ts';
import { actInTalk, isTalk, postOf } from './talks.ts';
import { createThreads } from './threads.ts';
import { type Moment, timeline } from './timeline.ts';
import { uploadAll } from './uploads.ts';
import { written } from './writing.ts';

/** Milliseconds before the end of the story at which reports are made: after everything that they are about. */
const REPORTED_BEFORE_END_MS = 60_000;
/** Milliseconds before the end of the story at which the searches are made. */
const SEARCHED_BEFORE_END_MS = 90_000;

/**
 * Parts of the server that a story needs: the real dispatcher under the story's clock, the real vault and media store.
 */
export interface Stage {
  dispatcherAt(clock: () => Date): Pick<Dispatcher, 'dispatch'>;
  readonly vault: { readonly credentials: Pick<Vault['credentials'], 'put'> };
  readonly media: Pick<MediaStore, 'put' | 'arrivals'>;
}

export interface PlayOptions {
  /** The moment at which the story ends. */
  readonly now: Date;
  /** Another seed makes other ids and other moments of saves. */
  readonly seed?: number;
  /** Cost of hashing the password; tests pass a lower one. */
  readonly passwordCost?: number;
  /** Pixels of the longer side of a post's picture; tests draw smaller ones. */
  readonly picturePixels?: number;
  /** Pays for boosts; left out: no provider knows of them. */
  readonly pay?: PayBoost;
  readonly onProgress?: (done: number, all: number) => void;
}

/**
 * Plays a story: dispatches the commands of its people, each at its time. Command ids are fixed, so an interrupted
 * story can be played again.
 *
 * @throws StoryRefused
 */
export async function playStory(stage: Stage, story: Story, options: PlayOptions): Promise<void> {
  const { now, seed = 1, pay = paidNowhere, onProgress = () => undefined } = options;
  const ids = createStoryIds(story.name, seed);
  const moments = timeline(story, now, seed);
  let clock = now;
  const give = createGive(
    stage.dispatcherAt(() => clock),
    ids,
  );
  const uploads = uploadAll(stage.media, ids, moments, options.picturePixels);
  const passwordHash = await createPasswordHasher(options.passwordCost).hash(DEMO_PASSWORD);
  const threads = createThreads(give, ids);
  const tools = { give, ids, credentials: stage.vault.credentials, passwordHash };
  const authors = new Map(moments.flatMap((moment) => ('by' in moment ? [[moment.key, moment.by]] : [])));
  const writtenId = (key: string) => ids.written(authors.get(key) ?? '', key);

  for (const [index, moment] of moments.entries()) {
    const media = (await uploads.get(moment.key)) ?? [];
    clock = moment.at;
    if (moment.kind === 'join') await join(tools, moment, media);
    else if (isTalk(moment)) await actInTalk({ give, ids, writtenId, posts: story.posts }, moment, media);
    else if (moment.kind === 'read') await threads.read(moment.by, moment.key);
    else if (moment.kind === 'boost') await actInBoost({ give, ids, posts: story.posts, pay }, moment);
    else await act(give, ids, moment, media, writtenId);
    if (moment.kind === 'comment') await threads.written(moment, writtenId(moment.key));
    onProgress(index + 1, moments.length);
  }
  clock = new Date(now.getTime() - SEARCHED_BEFORE_END_MS);
  for (const search of story.searches ?? []) await giveSearch(give, ids, search);
  clock = new Date(now.getTime() - REPORTED_BEFORE_END_MS);
  for (const [index, report] of (story.reports ?? []).entries()) {
    await giveReport(give, ids, report, { key: `report:${index}`, posts: story.posts });
  }
  const { privateCampus: campus } = story;
  if (campus !== undefined) await give(HOUSE, 'private', 'ChangeCampusPrivacy', { campus, privacy: 'private' });
}

/**
 * Searches for one text. The house notes each user as the reactor does (`server/search/popular.ts`), which begins after the
 * story: once enough have searched for it, the campus sees it (SRCH-18).
 */
async function giveSearch(give: Give, ids: StoryIds, { text, by, visits }: StorySearch): Promise<void> {
  const data = { campus: STORY_CAMPUS, text };
  for (const [index, key] of by.entries()) {
    const userId = ids.user(key);
    const { events } = await give({ kind: 'user', userId }, `search:${text}:${index}`, 'PerformSearch', data);
    const performed = events.find((event) => event.type === searchEvents.SearchPerformed.type);
    if (performed === undefined) throw new StoryRefused('PerformSearch', key, 'no search was performed');
    const { term } = performed.data as { readonly term: string };
    const shared = { term, campus: STORY_CAMPUS, userId, text };
    await give(HOUSE, `search:${text}:${index}:shared`, 'ShareSearchTerm', shared);
  }
  for (let index = 0; index < visits; index += 1) {
    await give({ kind: 'visitor' }, `visit:${text}:${index}`, 'CountVisitorSearch', data);
  }
}

/** A report to the moderators. @throws StoryRefused also where no post has the words */
async function giveReport(
  give: Give,
  ids: StoryIds,
  { by, about, reason, text }: StoryReport,
  { key, posts }: { readonly key: string; readonly posts: readonly StoryPost[] },
): Promise<void> {
  const user: Actor = { kind: 'user', userId: ids.user(by) };
  if ('person' in about) {
    await give(user, key, 'ReportPerson', { userId: ids.user(about.person), reason, text });
    return;
  }
  const postId = postOf({ ids, posts }, about.post);
  if (postId === null) throw new StoryRefused('ReportPost', key, `no post "${about.post}"`);
  await give(user, key, 'ReportPost', { postId, reason, text });
}

/** A post, a comment, a like, a save, or the state of a sale. */
async function act(
  give: Give,
  ids: StoryIds,
  moment: Exclude<Moment, { kind: 'join' | 'read' } | BoostMoment | TalkMoment>,
  media: readonly Media[],
  writtenId: (key: string) => string,
): Promise<void> {
  const user: Actor = { kind: 'user', userId: ids.user(moment.by) };
  switch (moment.kind) {
    case 'post': {
      const { text, category, condition = null } = moment.post;
      const price = priceOf(moment.post);
      await give(user, moment.key, 'CreatePost', { text: written(text), media, category, price, condition });
      return;
    }
    case 'comment': {
      const [root, parent] = [writtenId(moment.root), writtenId(moment.parent)];
      await give(user, moment.key, 'AddComment', { text: written(moment.text), media: [], root, parent });
      return;
    }
    case 'sale':
      await give(user, moment.key, 'SetSale', { postId: writtenId(moment.post), sale: moment.sale });
      return;
    case 'like':
      await give(user, moment.key, 'LikeComment', { commentId: writtenId(moment.comment) });
      return;
    case 'save':
      await give(user, moment.key, 'SavePost', { postId: writtenId(moment.post) });
  }
}

const CENTS_IN_DOLLAR = 100;

function priceOf({ price }: StoryPost): Price | null {
  if (price === undefined) return null;
  return { cents: price.dollars * CENTS_IN_DOLLAR, orBestOffer: price.orBestOffer ?? false };
}
