import type { Picture } from '#domain/kernel/media.ts';
import { previewFolder } from '#domain/preview/files.ts';
import { within } from '../concurrency/within.ts';
import { type ForeignPage, type ForeignPages, PageAway } from '../ports/foreignPages.ts';
import { MediaBusy, MediaRefused } from '../ports/media.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/** Milliseconds before each further try of a page that does not answer; after the last one the link has no card. */
export const RETRY_PAGE_AFTER_MS = [30_000, 300_000] as const;
/** Tries to store a picture while too many wait to be rendered. */
const PICTURE_TRIES = 5;

/** Reads a page as long as it is wanted, a few times where it is away. @returns `null`: there is nothing to show of it */
export async function readPatiently(
  asked: {
    readonly link: string;
    readonly author: string;
    /** Asked before each try. */
    readonly isWanted: () => Promise<boolean>;
    readonly signal: AbortSignal;
  },
  { foreignPages, pause, logger }: { readonly foreignPages: ForeignPages } & Pick<ReactorParts, 'pause' | 'logger'>,
): Promise<ForeignPage | null> {
  const { link, author, isWanted, signal } = asked;
  for (const wait of [...RETRY_PAGE_AFTER_MS, null]) {
    if (!(await isWanted())) return null;
    try {
      return await foreignPages.read(link, author, signal);
    } catch (error) {
      if (!(error instanceof PageAway)) throw error;
      logger.info({ reason: error.message, retryInMs: wait }, 'A page could not be read for a preview.');
      if (wait !== null) await within(pause(wait), signal);
    }
  }
  return null;
}

/** Stores our own copy of a picture, encoded anew as any photo; `null`: it is no acceptable picture. */
export async function storeCopy(
  asked: { readonly postId: string; readonly author: string; readonly bytes: Uint8Array; readonly signal: AbortSignal },
  { media, pause, clock }: Pick<ReactorParts, 'media' | 'pause' | 'clock'>,
): Promise<Picture | null> {
  const { postId, author, bytes, signal } = asked;
  for (let tries = 1; tries <= PICTURE_TRIES; tries += 1) {
    try {
      const upload = await media.put(previewFolder(postId), author, clock().toISOString(), bytes);
      return upload.media.kind === 'image' ? upload.media : null;
    } catch (error) {
      if (error instanceof MediaRefused) return null;
      if (!(error instanceof MediaBusy)) throw error;
      await within(pause(error.seconds * 1_000), signal);
    }
  }
  return null;
}
