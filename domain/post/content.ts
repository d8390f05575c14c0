import { POST_MAX_FILES } from '../kernel/limits.ts';
import type { Media } from '../kernel/media.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { isUnseen } from '../kernel/text.ts';
import { checkUploads } from '../kernel/uploadedMedia.ts';
import { RICH_TEXT_MAX_NODES, TEXT_MAX_CHARACTERS } from './limits.ts';
import { countNodes, normaliseRichText, richTextLength } from './normalise.ts';
import { plainText } from './plainText.ts';
import { postRejection } from './rejection.ts';
import type { RichText } from './richText.ts';

/** An author's content: text and its files. */
export interface Content {
  readonly text: RichText;
  readonly media: readonly Media[];
}

export type CheckedContent =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * The error of a text and a number of files, or `null`: the rules that form and server share (POST-03 to POST-06,
 * COMM-05).
 */
export function checkDraft(text: RichText, files: number): Rejection | null {
  if (countNodes(text) > RICH_TEXT_MAX_NODES) return postRejection('TEXT_TOO_COMPLEX');
  const normal = normaliseRichText(text);
  if (richTextLength(normal) > TEXT_MAX_CHARACTERS) return postRejection('TEXT_TOO_LONG');
  if (files > POST_MAX_FILES) return postRejection('TOO_MANY_FILES');
  // Joiners and fillers alone would make a post that nobody sees.
  return files === 0 && isUnseen(plainText(normal)) ? postRejection('POST_EMPTY') : null;
}

/**
 * The content as it is stored: normal text, and for every named file the server's measurements of its upload.
 *
 * @param uploads files that were really uploaded to the post, by name
 */
export function checkContent(content: Content, uploads: Readonly<Record<string, Media>>): CheckedContent {
  const wrong = checkDraft(content.text, content.media.length);
  if (wrong !== null) return { ok: false, rejection: wrong };

  const checked = checkUploads(content.media, uploads);
  if (!checked.ok) return checked;
  return { ok: true, content: { text: normaliseRichText(content.text), media: checked.media } };
}
