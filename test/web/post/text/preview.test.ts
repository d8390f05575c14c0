import { describe, expect, it } from '@jest/globals';
import { FOLD_MIN_LINES, PREVIEW_CHARACTERS, PREVIEW_LINES } from '#domain/post/limits.ts';
import type { RichText } from '#domain/post/richText.ts';
import { findLinks } from '#web/post/text/links.ts';
import { firstWords, foldedText, isBlankLine, plainWords, previewText, titled } from '#web/post/text/preview.ts';

const paragraph = (text: string): RichText[number] => ({ type: 'paragraph', children: [{ text }] });

function shown(text: RichText, limit = PREVIEW_CHARACTERS): { text: string; cut: boolean } {
  const { lines, cut } = previewText(text, limit, 'Norman', findLinks);
  return { text: lines.map(({ pieces }) => pieces.map((piece) => piece.text).join('')).join('\n'), cut };
}

describe('a text in the feed', () => {
  it('[FEED-17] is folded from the 201st character on, and not for a few lines', () => {
    const isFolded = (text: RichText) => foldedText(text, 'Norman', findLinks).cut;
    const most = PREVIEW_CHARACTERS;
    for (const letter of ['a', '🙂'])
      expect([most, most + 1].map((letters) => isFolded([paragraph(letter.repeat(letters))]))).toEqual([false, true]);
    const list = (lines: number) => Array.from({ length: lines }, (_, index) => paragraph(`${index}`));
    const lines = PREVIEW_LINES + FOLD_MIN_LINES;
    expect([lines - 1, lines].map((each) => isFolded(list(each)))).toEqual([false, true]);
  });
});

describe('the title of a card', () => {
  /** The words in bold. */
  const boldIn = (text: RichText) => {
    const { lines } = previewText(text, PREVIEW_CHARACTERS, 'Norman', findLinks);
    const pieces = titled(lines).flatMap((line) => line.pieces);
    expect(pieces.map((piece) => piece.text)).toEqual(
      expect.arrayContaining(
        lines.flatMap((line) => line.pieces.filter(({ href }) => href !== null)).map((piece) => piece.text),
      ),
    );
    return pieces.flatMap((piece) => (piece.bold ? [piece.text] : [])).join('');
  };
  const LONG = 'and it goes on for so many words that nobody would read all of it as a title of this post, or of any';

  it('[SHOP-A1 in part] is the first line with words, of a paragraph its first sentence; an item of a list is none', () => {
    expect(boldIn([paragraph(' '), paragraph('A desk'), paragraph('It has two drawers.')])).toBe('A desk');
    expect([boldIn([paragraph('a'.repeat(100))]), boldIn([paragraph('a'.repeat(101))])]).toEqual(['a'.repeat(100), '']);
    expect(boldIn([paragraph(`A desk of oak. It is old, ${LONG}`)])).toBe('A desk of oak.');
    expect(boldIn([paragraph(`A desk of www.oak.com! It is old, ${LONG}`)])).toBe('A desk of www.oak.com!');
    expect(boldIn([{ type: 'bulleted-item', children: [{ text: 'A desk' }] }, paragraph('A chair')])).toBe('');
    expect(boldIn([paragraph('')])).toBe('');
  });
});

describe('the beginning of a text', () => {
  it('[FEED-17] shows 200 characters whole and cuts the 201st', () => {
    expect(shown([paragraph('a'.repeat(200))])).toEqual({ text: 'a'.repeat(200), cut: false });
    expect(shown([paragraph('a'.repeat(201))])).toEqual({ text: `${'a'.repeat(200)}…`, cut: true });
  });

  it('[FEED-17] counts characters, not halves of them', () => {
    expect(shown([paragraph('🙂'.repeat(200))]).cut).toBe(false);
    expect(shown([paragraph('🙂'.repeat(3))], 2)).toEqual({ text: '🙂🙂…', cut: true });
  });

  it('[FEED-17] cuts through no emoji and no letter with marks, unless it is longer than all that is shown', () => {
    expect(shown([paragraph('ab👩‍👩‍👧‍👦🇺🇸')], 4).text).toBe('ab…');
    expect(shown([paragraph('ab👩‍👩‍👧‍👦🇺🇸')], 10).text).toBe('ab👩‍👩‍👧‍👦…');
    expect(shown([paragraph('abe\u0301f')], 3).text).toBe('ab…');
    expect(shown([paragraph(`e${'\u0301'.repeat(9)}`)], 3).text).toBe('e\u0301\u0301…');
  });

  it('[FEED-17] goes on over lines and leaves those behind the cut away', () => {
    expect(shown([paragraph('abc'), paragraph('def'), paragraph('ghi')], 5)).toEqual({ text: 'abc\nde…', cut: true });
    expect(shown([paragraph('abc'), paragraph('def')], 3)).toEqual({ text: 'abc', cut: true });
  });

  it('[FEED-17] cuts behind a whole word when one ends near, and through a long one', () => {
    expect(shown([paragraph('Two calculators')], 6)).toEqual({ text: 'Two…', cut: true });
    expect(shown([paragraph('Two calculators')], 3)).toEqual({ text: 'Two…', cut: true });
    expect(firstWords(`a ${'b'.repeat(30)}`, 25)).toBe(`a ${'b'.repeat(23)}`);
    expect(firstWords('Two cats', 8)).toBe('Two cats');
    const words = 'word '.repeat(60);
    const { text, cut } = shown([paragraph(words)]);
    expect(cut).toBe(true);
    expect(text).toBe(`${words.slice(0, 199)}…`);
  });

  it('[FEED-17] keeps blank lines as they were typed, in a paragraph and between paragraphs', () => {
    const typed = [paragraph('abc'), paragraph(''), paragraph(''), paragraph('def\n\nghi')];
    expect(shown(typed)).toEqual({ text: 'abc\n\n\ndef\n\nghi', cut: false });
    const { lines } = previewText(typed, PREVIEW_CHARACTERS, '', findLinks);
    expect(lines.map(isBlankLine)).toEqual([false, true, true, false, true, false]);
    expect(shown(typed, 3)).toEqual({ text: 'abc', cut: true });
  });

  it('[FEED-17] blank lines fill no screen: a preview ends with its twelfth line', () => {
    const towers = [paragraph('a'), ...Array.from({ length: 240 }, () => paragraph('')), paragraph('b')];
    expect(shown(towers)).toEqual({ text: 'a', cut: true });
    const list = Array.from({ length: PREVIEW_LINES + 1 }, (_, index) => paragraph(`${index}`));
    expect(shown(list.slice(0, PREVIEW_LINES)).cut).toBe(false);
    expect(shown(list)).toEqual({
      text: list
        .slice(0, PREVIEW_LINES)
        .map((_, index) => `${index}`)
        .join('\n'),
      cut: true,
    });
    expect(shown(list, Number.POSITIVE_INFINITY).cut).toBe(false);
  });

  it('a link that is cut still leads where the whole one leads', () => {
    const { lines } = previewText([paragraph('see example.com/bikes')], 9, 'Norman', findLinks);
    expect(lines[0]?.pieces.at(-1)).toMatchObject({ text: 'examp…', href: 'https://example.com/bikes' });
  });

  it('keeps marks', () => {
    const text: RichText = [
      {
        type: 'bulleted-item',
        children: [
          { text: 'a', bold: true },
          { text: 'b', italic: true },
        ],
      },
    ];
    expect(previewText(text, 10, '', findLinks).lines).toEqual([
      {
        type: 'bulleted-item',
        pieces: [
          { text: 'a', href: null, kind: 'text', bold: true, italic: false },
          { text: 'b', href: null, kind: 'text', bold: false, italic: true },
        ],
      },
    ]);
  });

  it('reads as one line of words', () => {
    expect(plainWords([paragraph('  a  b '), paragraph('c')])).toBe('a b c');
    expect(plainWords(null)).toBe('');
  });
});
