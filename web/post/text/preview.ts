import type { RichText, RichTextBlock } from '#domain/post/richText.ts';
import { findLinks, type Segment, type WebLinks } from './links.ts';

/** A stretch of a line with its marks and where it leads. */
export interface Piece extends Segment {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** A block ready to be shown. */
export interface Line {
  readonly type: RichTextBlock['type'];
  readonly pieces: readonly Piece[];
}

function linesOf(text: RichText, near: string, webLinks: WebLinks): readonly Line[] {
  return text.map((block) => ({
    type: block.type,
    pieces: block.children.flatMap((leaf) =>
      findLinks(leaf.text, near, webLinks).map((segment) => ({
        ...segment,
        bold: leaf.bold === true,
        italic: leaf.italic === true,
      })),
    ),
  }));
}

/**
 * What a card shows of a text: links found, and when it is longer than `limit` characters (code points) the rest
 * cut away (FEED-17). A link that is cut still leads where the whole one leads.
 *
 * @returns `cut`: there is more than is shown
 */
export function previewText(
  text: RichText,
  limit: number,
  near: string,
  webLinks: WebLinks,
): { lines: readonly Line[]; cut: boolean } {
  let left = limit;
  let cut = false;
  const lines: Line[] = [];
  for (const line of linesOf(text, near, webLinks)) {
    if (cut) break;
    const pieces: Piece[] = [];
    for (const piece of line.pieces) {
      const characters = [...piece.text];
      if (characters.length <= left) {
        pieces.push(piece);
        left -= characters.length;
        continue;
      }
      cut = true;
      if (left > 0) pieces.push({ ...piece, text: `${characters.slice(0, left).join('').trimEnd()}…` });
      break;
    }
    if (pieces.length > 0 || !cut) lines.push({ ...line, pieces });
  }
  return { lines, cut };
}

/** A text as one line of plain words: for titles, labels and excerpts. */
export function plainWords(text: RichText | null): string {
  return (text ?? [])
    .map((block) => block.children.map((leaf) => leaf.text).join(''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
