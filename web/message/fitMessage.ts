import { messageLength } from '#domain/message/content.ts';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { fitText } from '../writing/face.ts';

/** A text after something was typed or pasted into it. */
export interface Typed {
  readonly text: string;
  /** Where the caret stands, in UTF-16 code units. */
  readonly caret: number;
  /** Something did not fit. */
  readonly cut: boolean;
  /** The part of what was put in that did not fit. */
  readonly left: string;
}

/**
 * Keeps a message at its limit: of what was put in, only the part that fits stays (CHAT-08, D34).
 *
 * @param before the text without it
 * @param after the text as the field has it now
 */
export function fitMessage(before: string, after: string): Typed {
  if (messageLength(after) <= TEXT_MAX_CHARACTERS) return { text: after, caret: after.length, cut: false, left: '' };
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  if (isLowSurrogate(after.charCodeAt(start))) start -= 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // A sign of two code units stays whole.
  if (isLowSurrogate(after.charCodeAt(after.length - end))) end -= 1;
  const head = after.slice(0, start);
  const tail = after.slice(after.length - end);
  const room = Math.max(0, TEXT_MAX_CHARACTERS - messageLength(tail));
  const whole = after.slice(0, after.length - end);
  const fitting = fitText(whole, room).text;
  // The text that stood there before is never cut.
  const kept = fitting.length < head.length ? head : fitting;
  return { text: kept + tail, caret: kept.length, cut: true, left: whole.slice(kept.length) };
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
