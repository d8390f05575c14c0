/** A piece of a text that means something: where it stands, in UTF-16 units, and of which kind it is. */
export interface Piece {
  /** `spaceless`: a run of a script that puts no spaces between its words. */
  readonly kind: 'word' | 'spaceless' | 'emoji';
  readonly text: string;
  readonly from: number;
}

const PIECE =
  /(?<emoji>(?![©®™])(?:\p{RI}{2}|\p{Extended_Pictographic}))[\uFE0F\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]*)*|(?<spaceless>(?:(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])+)|(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}\p{M}\u24B6-\u24E9])+/gu;

/** The words, runs and emoji of a text, in their order. What is none of these divides them. */
export function piecesOf(text: string): readonly Piece[] {
  return [...text.matchAll(PIECE)].map(({ 0: all, index, groups = {} }) => {
    const { emoji, spaceless } = groups;
    // Of an emoji its first sign counts: neither the colour of skin nor who else is in the picture.
    if (emoji !== undefined) return { kind: 'emoji', text: emoji, from: index };
    return { kind: spaceless === undefined ? 'word' : 'spaceless', text: all, from: index };
  });
}
