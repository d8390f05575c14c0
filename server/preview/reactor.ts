import { campusFact } from '#domain/campus/state.ts';
import type { Picture } from '#domain/kernel/media.ts';
import { postFact } from '#domain/post/state.ts';
import { previewFolder } from '#domain/preview/files.ts';
import { linkOf, previewFact } from '#domain/preview/state.ts';
import type { ForeignPages } from '../ports/foreignPages.ts';
import { type Answer, createAnswer, type Later, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';
import { readPatiently, storeCopy } from './patience.ts';
import { createPostWork, type PostWork } from './postWork.ts';

type Written = RecordedNamed<'PostCreated'> | RecordedNamed<'PostEdited'>;

/** Ports of the reactor. */
export type PreviewReactorParts = Pick<
  ReactorParts,
  'dispatcher' | 'media' | 'foreignPages' | 'pause' | 'clock' | 'logger'
>;

/**
 * Sees to it that a post has the card of its first link, and no other. The page is read while further events come, and
 * every step begins with what the post says by then: so after a crash, an edit or a deletion the last one decides.
 */
export function createPreviewReactor(parts: PreviewReactorParts): Reactor {
  const answer = createAnswer('previews', parts.dispatcher, parts.logger);
  const work = createPostWork();

  async function written(event: Written): Promise<Later | undefined> {
    const { postId, author } = event.data;
    work.changed(postId);
    await endOutdated(event, parts, answer);
    const { foreignPages, logger } = parts;
    const link = await linkNow(postId, parts);
    if (link === null || foreignPages === null) return undefined;
    return async (signal) => {
      const wasRun = await work.run({ postId, author }, signal, (untilChange) =>
        makeCard({ event, link, signal: untilChange }, { ...parts, foreignPages }, answer),
      );
      if (!wasRun) logger.info({ userId: author }, 'A user has too many link previews under way: one is left out.');
    };
  }

  return {
    name: 'previews',
    on: {
      PostCreated: written,
      PostEdited: written,
      // It may have been recorded while its post was changed or deleted.
      async LinkPreviewed(event) {
        await endOutdated(event, parts, answer);
      },
      async PostDeleted(event) {
        if (event.data.parent === null) await ended(event, work, answer);
      },
    },
  };
}

/** The card of a deleted post ends. */
async function ended(event: RecordedNamed<'PostDeleted'>, work: PostWork, answer: Answer): Promise<void> {
  const { postId } = event.data;
  work.changed(postId);
  await answer(event, 'end', { type: 'EndPreview', data: { postId } });
}

async function linkNow(postId: string, { dispatcher }: Pick<ReactorParts, 'dispatcher'>): Promise<string | null> {
  return linkOf(await dispatcher.stateOf(postFact(postId)));
}

/** Ends a card of another link than the one that the post has now. */
async function endOutdated(
  event: Written | RecordedNamed<'LinkPreviewed'>,
  parts: Pick<ReactorParts, 'dispatcher'>,
  answer: Answer,
): Promise<void> {
  const { postId } = event.data;
  const { stands, card } = await parts.dispatcher.stateOf(previewFact(postId));
  if (!stands) return;
  const link = await linkNow(postId, parts);
  if (link === null || card?.url !== link) await answer(event, 'end', { type: 'EndPreview', data: { postId } });
}

/** Reads the page behind a link and records its card, unless something has changed by then. */
async function makeCard(
  { event, link, signal }: { readonly event: Written; readonly link: string; readonly signal: AbortSignal },
  parts: PreviewReactorParts & { readonly foreignPages: ForeignPages },
  answer: Answer,
): Promise<void> {
  const { postId, campus, author } = event.data;
  const { dispatcher } = parts;
  const isWanted = async () => {
    const { stands, card, unwanted } = await dispatcher.stateOf(previewFact(postId));
    const isThere = stands && card?.url === link;
    if (isThere || unwanted === link || (await linkNow(postId, parts)) !== link) return false;
    // The site learns that somebody links to it: what is written behind closed doors stays there.
    return (await dispatcher.stateOf(campusFact(campus))).privacy === 'public';
  };
  const page = await readPatiently({ link, author, isWanted, signal }, parts);
  // Reading may have taken minutes: a picture is stored only for a card that is still wanted.
  if (page === null || !(await isWanted())) return;
  const store = async (bytes: Uint8Array) => storeCopy({ postId, author, bytes, signal }, parts);
  const picture = page.picture === null ? null : await store(page.picture);
  const card = { url: link, title: page.title, site: page.site, picture };
  await answer(event, 'record', { type: 'RecordPreview', data: { postId, card } });
  if (page.picture === null || picture === null) return;
  const { media } = parts;
  const folder = previewFolder(postId);
  if (!(await isNamed(postId, picture, parts))) {
    await media.remove(folder, [picture.name]);
  } else if (!(await media.describe(folder, [picture.name])).has(picture.name)) {
    // The card before it had the same picture, as two pages of a site may, and its files went between copy and record.
    await store(page.picture);
  }
}

/** Whether the card of a post has a picture; not, if the record of it was refused. */
async function isNamed(
  postId: string,
  { name }: Picture,
  { dispatcher }: Pick<ReactorParts, 'dispatcher'>,
): Promise<boolean> {
  const { stands, card } = await dispatcher.stateOf(previewFact(postId));
  return stands && card?.picture?.name === name;
}
