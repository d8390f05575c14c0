import { describe, expect, it } from '@jest/globals';
import { POST_MAX_FILES } from '#domain/kernel/limits.ts';
import { IMAGE_WIDTHS, imageSet } from '#projections/kernel/imagePath.ts';
import { drawnSizes, galleryLayout, isSmallerThanTile, reelShape } from '#projections/post/galleryLayout.ts';
import { MEDIA_WIDTHS } from '#server/ports/media.ts';

const square = { width: 1000, height: 1000 };
const counts = Array.from({ length: POST_MAX_FILES }, (_, index) => index + 1);

describe('the gallery of a card', () => {
  it.each(counts)('%i pictures fill their grid without a hole or an overlap', (count) => {
    const { columns, rows, tiles, hidden } = galleryLayout(Array.from({ length: count }, () => square));
    const cells = tiles.flatMap(({ column, columnSpan, row, rowSpan }) =>
      Array.from({ length: columnSpan * rowSpan }, (_, cell) => {
        return `${column + (cell % columnSpan)},${row + Math.floor(cell / columnSpan)}`;
      }),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(cells.length).toBe(columns * rows);
    expect(tiles.length + hidden).toBe(count);
  });

  it('a lone picture keeps its shape, within reason', () => {
    expect(galleryLayout([{ width: 1600, height: 1200 }]).aspect).toBeCloseTo(4 / 3);
    expect(galleryLayout([{ width: 100, height: 5000 }]).aspect).toBeCloseTo(4 / 5);
    expect(galleryLayout([{ width: 5000, height: 100 }]).aspect).toBeCloseTo(2.4);
  });

  it('a picture of a grid is blown up twice at most: what is smaller keeps its size', () => {
    const layout = galleryLayout([square, square]);
    const [tile] = layout.tiles;
    const isSmaller = (width: number, height: number) => tile && isSmallerThanTile({ width, height }, tile, layout);
    // The tile is 250 by 312.5 pixels at most.
    expect([isSmaller(1000, 1000), isSmaller(240, 240), isSmaller(125, 157)]).toEqual([false, false, false]);
    expect([isSmaller(124, 157), isSmaller(125, 156)]).toEqual([true, true]);
    // Wide enough, not high enough.
    expect(isSmaller(400, 40)).toBe(true);
  });

  it('[POST-25 in part] asks for a picture as large as it is drawn, also where the tile crops its sides', () => {
    const sizesOf = (width: number, height: number, count: number) => {
      const layout = galleryLayout(Array.from({ length: count }, () => ({ width, height })));
      return layout.tiles.map((tile) => drawnSizes({ width, height }, tile, layout, false).split(' * ')[1]);
    };
    // The tile is 250 by 312.5 pixels: 16 by 9 covers it with a width of 555 pixels, 1 by 2 with the tile's own.
    expect(sizesOf(1600, 900, 2)).toEqual(['1.11)', '1.11)']);
    expect(sizesOf(900, 1800, 2)).toEqual(['0.50)', '0.50)']);
    expect(sizesOf(1600, 900, 1)).toEqual(['1.00)']);
    // The lower three of five are a third as wide, and half as high.
    expect(sizesOf(1000, 1000, 5).at(-1)).toBe('0.38)');
    const layout = galleryLayout([square, square]);
    const [tile] = layout.tiles;
    expect(tile && drawnSizes(square, tile, layout, false)).toBe('calc(min(100vw - 84px, 500px) * 0.63)');
    expect(tile && drawnSizes(square, tile, layout, true)).toBe('calc(min(100vw, 500px) * 0.63)');
  });

  it('[POST-25] asks for the sizes that the server has, and for none that is larger than the picture', () => {
    expect(IMAGE_WIDTHS).toEqual(MEDIA_WIDTHS);
    expect(imageSet('posts/p', { name: 'a.jpg', width: 900 })).toBe(
      '/images/posts/p/a.jpg?w=320 320w, /images/posts/p/a.jpg?w=640 640w, /images/posts/p/a.jpg 900w',
    );
  });
});

it('[SHOP-A3 in part] a reel is as high as its first photo, and has room for others where that is flat or small', () => {
  const wide = { width: 1_000, height: 500 };
  const tall = { width: 500, height: 1_000 };
  expect(reelShape([wide])).toEqual({
    aspect: 2,
    height: 'max(min(500px, 100cqw / 2.0000), min(max(1px, min(500px, 100cqw / 2.0000)), 100cqw / 2.4))',
  });
  // The tall one counts only up to the flattest shape that the room of a reel has.
  expect(reelShape([wide, tall]).height).toBe(
    'max(min(500px, 100cqw / 2.0000), min(max(1px, min(500px, 100cqw / 2.0000), min(1000px, 100cqw / 0.7500)), 100cqw / 2.4))',
  );
});
