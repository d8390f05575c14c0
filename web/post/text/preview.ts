import { FOLD_MIN_LINES, PREVIEW_CHARACTERS, PREVIEW_LINES, TITLE_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { titleOfLine } from '#domain/post/plainText.ts';
import type { RichText, RichTextBlock } from '#domain/post/richText.ts';
import { cutBetweenSigns } from '../../kit/graphemes.ts';
import type { FindLinks, Segment } from './link.ts';

/** A part of a line with its marks and link. */
export interface Piece extends Segment {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** A block ready to be shown. */
export interface Line {
  readonly type: RichTextBlock['type'];
  readonly pieces: readonly Piece[];
}

/** Most characters that a cut moves back to avoid splitting a word. */
const WORD_MAX_CHARACTERS = 20;

/** The first `limit` characters (code points) of a text; they end with a whole word when one ends near. */
export function firstWords(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const gap = characters.slice(0, limit + 1).findLastIndex((character) => /\s/.test(character));
  if (gap < 0 || limit - gap > WORD_MAX_CHARACTERS) return firstSigns(text, limit).trimEnd();
  return characters.slice(0, gap).join('').trimEnd();
}

/** The first `limit` characters (code points) of a text; no sign of several characters is cut through. */
function firstSigns(text: string, limit: number): string {
  return text.slice(0, cutBetweenSigns(text, [...text].slice(0, limit).join('').length));
}

/** A piece as it ends where the text is cut away; an address is no words, it may end anywhere. */
function cutPiece(piece: Piece, limit: number): Piece {
  const text = piece.kind === 'text' ? firstWords(piece.text, limit) : firstSigns(piece.text, limit);
  return { ...piece, text: `${text}…` };
}

/** The lines of a paragraph: a text may carry breaks of its own, too. */
function splitParagraph(block: RichTextBlock): readonly RichTextBlock[] {
  if (block.type !== 'paragraph') return [block];
  const lines: RichTextBlock['children'][] = [[]];
  for (const leaf of block.children) {
    for (const [index, text] of leaf.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push({ ...leaf, text });
    }
  }
  return lines.map((children) => ({ type: 'paragraph', children }));
}

function linesOf(text: RichText, near: string, findLinks: FindLinks): readonly Line[] {
  return text.flatMap(splitParagraph).map((block) => ({
    type: block.type,
    pieces: block.children.flatMap((leaf) =>
      findLinks(leaf.text, near).map((segment) => ({
        ...segment,
        bold: leaf.bold === true,
        italic: leaf.italic === true,
      })),
    ),
  }));
}

/** Whether a line is empty: it is drawn as high as any other. */
export function isBlankLine({ pieces }: Line): boolean {
  return pieces.every(({ text }) => text === '');
}

/** The lines with the title in bold; of a long paragraph that has none nothing is. */
export function titled(lines: readonly Line[]): readonly Line[] {
  const wordsIn = ({ pieces }: Line) => pieces.map(({ text }) => text).join('');
  const index = lines.findIndex((line) => wordsIn(line).trim() !== '');
  const line = lines[index];
  if (line?.type !== 'paragraph') return lines;
  const title = titleOfLine(wordsIn(line));
  if ([...title].length > TITLE_MAX_CHARACTERS) return lines;
  let left = title.length;
  const pieces = line.pieces.flatMap((piece) => {
    const inTitle = piece.text.slice(0, left);
    const after = piece.text.slice(inTitle.length);
    left -= inTitle.length;
    if (inTitle === '') return [piece];
    const bold = { ...piece, bold: true };
    // A link is one link.
    if (after === '' || piece.href !== null) return [bold];
    return [
      { ...bold, text: inTitle },
      { ...piece, text: after },
    ];
  });
  return lines.with(index, { ...line, pieces });
}

/**
 * The part of a text that a card shows: with links, and cut at `limit` characters (code points) or PREVIEW_LINES, after
 * a whole word when one ends near (FEED-17). A cut link still has its whole target. Blank lines stay as typed, except
 * at a cut.
 *
 * @param limit characters; infinite: the whole text, with any number of lines
 * @param near city and state for the search of a street address
 * @returns `cut`: the text goes on
 */
export function previewText(
  text: RichText,
  limit: number,
  near: string,
  findLinks: FindLinks,
): { lines: readonly Line[]; cut: boolean } {
  const maxLines = Number.isFinite(limit) ? PREVIEW_LINES : Number.POSITIVE_INFINITY;
  let left = limit;
  let cut = false;
  const lines: Line[] = [];
  for (const line of linesOf(text, near, findLinks)) {
    if (lines.length >= maxLines) cut = true;
    if (cut) break;
    const pieces: Piece[] = [];
    for (const piece of line.pieces) {
      const { length } = [...piece.text];
      if (length <= left) {
        pieces.push(piece);
        left -= length;
        continue;
      }
      cut = true;
      if (left > 0) pieces.push(cutPiece(piece, left));
      break;
    }
    if (pieces.length > 0 || !cut) lines.push({ ...line, pieces });
  }
  while (cut && lines.length > 0 && isBlankLine(lines.at(-1) as Line)) lines.pop();
  return { lines, cut };
}

const wordsOf = (lines: readonly Line[]) => lines.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('');

/** The preview of a text in the feed; the whole text where folding it would hide a few short lines alone (FEED-17). */
export function foldedText(text: RichText, near: string, findLinks: FindLinks): ReturnType<typeof previewText> {
  const folded = previewText(text, PREVIEW_CHARACTERS, near, findLinks);
  if (!folded.cut) return folded;
  const whole = previewText(text, Number.POSITIVE_INFINITY, near, findLinks);
  const hidesNothing =
    [...wordsOf(whole.lines)].length <= PREVIEW_CHARACTERS && whole.lines.length - folded.lines.length < FOLD_MIN_LINES;
  return hidesNothing ? whole : folded;
}

/** A text as one line of plain words: for titles, labels and excerpts. */
export function plainWords(text: RichText | null): string {
  return (text ?? [])
    .map((block) => block.children.map((leaf) => leaf.text).join(''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
