import { stroke } from './kit.ts';

/**
 * A stroke alphabet in a box of 4 by 6, drawn by hand: what is written in a picture looks the same on every
 * computer, whatever fonts it has. A glyph is a list of lines, a line a list of points `xy`;
 * a line between equal points is a dot.
 */
const glyphs: Readonly<Record<string, string>> = {
  A: '06 20 46|14 34',
  B: '06 00 30 41 42 33 03|33 44 45 36 06',
  C: '41 30 10 01 05 16 36 45',
  D: '00 20 42 44 26 06 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|34 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  0: '10 30 41 45 36 16 05 01 10',
  1: '01 20 26',
  2: '01 10 30 41 42 06 46',
  3: '01 10 30 41 42 33 13|33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 03 33 44 45 36 06',
  6: '30 10 01 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '10 30 41 42 33 13 02 01 10|13 04 05 16 36 45 44 33',
  9: '43 13 02 01 10 30 41 45 36 16',
  ':': '22 22|24 24',
  '-': '13 33',
  '+': '13 33|22 24',
  '=': '02 42|04 44',
  '/': '06 40',
  '.': '26 26',
  '!': '20 24|26 26',
  '?': '01 10 30 41 42 24|26 26',
  '(': '30 11 15 36',
  ')': '10 31 35 16',
};

/** Width of a text of capitals in pixels. */
export function textWidth(text: string, size: number): number {
  return text.length * size - size * 0.2;
}

/** A text of capitals: top left at (x, y), `size` is the advance of one letter in pixels. */
export function lettering(text: string, x: number, y: number, size: number, colour: string, weight = size / 7): string {
  const unit = size / 5.2;
  const d = [...text].flatMap((letter, index) => {
    const glyph = glyphs[letter];
    if (glyph === undefined) return [];
    return glyph.split('|').map((line) =>
      line
        .split(' ')
        .map(([px, py], at) => {
          const [left, top] = [x + index * size + Number(px) * unit, y + Number(py) * unit];
          return `${at === 0 ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`;
        })
        .join(''),
    );
  });
  return stroke(d.join(''), colour, weight);
}

/** The same, centred at x. */
export function centred(text: string, x: number, y: number, size: number, colour: string, weight?: number): string {
  return lettering(text, x - textWidth(text, size) / 2, y, size, colour, weight);
}
