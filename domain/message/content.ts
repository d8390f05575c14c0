import type { Media } from '../kernel/media.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { cleanText, isUnseen, textLength } from '../kernel/text.ts';
import { checkUploads } from '../kernel/uploadedMedia.ts';
import { LINE_BREAK_CHARACTERS, TEXT_MAX_CHARACTERS } from '../post/limits.ts';
import { MESSAGE_MAX_FILES } from './limits.ts';
import { messageRejection } from './rejection.ts';

/** Content of a message as its author wrote it. */
interface Written {
  readonly text: string;
  readonly media: readonly Media[];
  readonly postId: string | null;
}

/** The length of a message's text as the counter shows it (CHAT-08, D34). */
export function messageLength(text: string): number {
  return textLength(cleanText(text), LINE_BREAK_CHARACTERS);
}

/** The text as it is stored. */
export function normaliseMessage(text: string): string {
  return cleanText(text).trim();
}

/** The error of a text, a number of files and a shared post, or `null`: the rules that form and server share (CHAT-08). */
export function checkMessage(text: string, files: number, sharesPost: boolean): Rejection | null {
  if (messageLength(text) > TEXT_MAX_CHARACTERS) return messageRejection('MESSAGE_TOO_LONG');
  if (files > MESSAGE_MAX_FILES) return messageRejection('MESSAGE_FILES');
  const isEmpty = files === 0 && !sharesPost && isUnseen(text);
  return isEmpty ? messageRejection('MESSAGE_EMPTY') : null;
}

export type CheckedMessage =
  | { readonly ok: true; readonly text: string; readonly media: readonly Media[] }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * The content as it is stored.
 *
 * @param uploads files that were really uploaded for the message, by name
 */
export function checkWritten(
  { text, media, postId }: Written,
  uploads: Readonly<Record<string, Media>>,
): CheckedMessage {
  const wrong = checkMessage(text, media.length, postId !== null);
  if (wrong !== null) return { ok: false, rejection: wrong };
  const checked = checkUploads(media, uploads);
  return checked.ok ? { ok: true, text: normaliseMessage(text), media: checked.media } : checked;
}
