import { LINE_BREAK_CHARACTERS } from '#domain/post/limits.ts';
import { startOfSign } from '../kit/graphemes.ts';

/** The part of a text that fits the limit. */
export interface Fit {
  readonly text: string;
  /** Something was cut off. */
  readonly cut: boolean;
}

/** The beginning of a text that takes at most `room` characters: code points, and 2 for a line break (POST-03); a sign is in it whole or not at all. */
export function fitText(text: string, room: number): Fit {
  let left = room;
  let end = 0;
  for (const character of text) {
    left -= character === '\n' ? LINE_BREAK_CHARACTERS : 1;
    if (left < 0) return { text: text.slice(0, startOfSign(text, end)), cut: true };
    end += character.length;
  }
  return { text, cut: false };
}
