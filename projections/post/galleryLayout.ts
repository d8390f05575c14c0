import type { Media } from '#domain/kernel/media.ts';

/** The size of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Cell of a picture in the gallery's grid, from 1, as CSS grid lines count. */
export interface Tile {
  readonly column: number;
  readonly columnSpan: number;
  readonly row: number;
  readonly rowSpan: number;
}

/** Layout of a card's pictures: known before any has loaded, so that the page does not jump (POST-23). */
export interface GalleryLayout {
  readonly columns: number;
  readonly rows: number;
  /** Width divided by height of the whole gallery. */
  readonly aspect: number;
  readonly tiles: readonly Tile[];
  /** Pictures that have no tile of their own. */
  readonly hidden: number;
}

/** A lone picture keeps its shape between these (width by height); beyond it is cropped. */
const NARROWEST_ASPECT = 4 / 5;
const WIDEST_ASPECT = 2.4;

/** Most pictures that a card shows; the last tile shows the number of the others. */
export const GALLERY_MAX_TILES = 5;

const tile = (column: number, columnSpan: number, row: number, rowSpan = 1): Tile => ({
  column,
  columnSpan,
  row,
  rowSpan,
});

/** By number of pictures from two: grids that leave no hole. */
const grids: Readonly<Record<number, Omit<GalleryLayout, 'hidden'>>> = {
  2: { columns: 2, rows: 1, aspect: 1.6, tiles: [tile(1, 1, 1), tile(2, 1, 1)] },
  3: { columns: 2, rows: 2, aspect: 1.5, tiles: [tile(1, 1, 1, 2), tile(2, 1, 1), tile(2, 1, 2)] },
  4: { columns: 2, rows: 2, aspect: 1.4, tiles: [tile(1, 1, 1), tile(2, 1, 1), tile(1, 1, 2), tile(2, 1, 2)] },
  5: {
    columns: 6,
    rows: 2,
    aspect: 1.3,
    tiles: [tile(1, 3, 1), tile(4, 3, 1), tile(1, 2, 2), tile(3, 2, 2), tile(5, 2, 2)],
  },
};

/** Widest that a gallery and an opened photo get, in CSS pixels (POST-23). */
export const GALLERY_MAX_WIDTH = 500;

/** The size that a file is laid out with: a player needs room for its controls, so a small video is blown up. */
export function shownSize({ kind, width, height }: Pick<Media, 'kind' | 'width' | 'height'>): Size {
  const scale = kind === 'video' ? Math.max(1, GALLERY_MAX_WIDTH / width) : 1;
  return { width: width * scale, height: height * scale };
}

/** Cards at the top of a feed whose pictures load at once. */
export const EAGER_CARDS = 3;

/** The width that a picture of an opened post is drawn with, as the `sizes` of CSS say. */
export const REEL_SIZES = `min(100vw, ${GALLERY_MAX_WIDTH}px)`;

/** How much a picture is blown up at most to fill its tile. */
const BLOWN_UP_MAX = 2;

/** Whether a picture is too small to fill its tile; it keeps its own size then. */
export function isSmallerThanTile(size: Size, { columnSpan, rowSpan }: Tile, layout: GalleryLayout): boolean {
  if (layout.tiles.length === 1) return false;
  const width = (GALLERY_MAX_WIDTH * columnSpan) / layout.columns;
  const height = (GALLERY_MAX_WIDTH / layout.aspect) * (rowSpan / layout.rows);
  return size.width * BLOWN_UP_MAX < width || size.height * BLOWN_UP_MAX < height;
}

/** CSS pixels between the edges of a phone and a gallery that is not as wide: the avatar and the padding of a card. */
const BESIDE_GALLERY_PX = 84;

/**
 * The width that a picture is drawn with, as the `sizes` of CSS say: a picture that is wider in shape than its tile is
 * drawn as high as the tile and cropped at its sides, so it is wider than what is seen of it.
 *
 * @param isWide the gallery reaches from edge to edge of a phone
 */
export function drawnSizes(size: Size, { columnSpan, rowSpan }: Tile, layout: GalleryLayout, isWide: boolean): string {
  const share = Math.max(
    columnSpan / layout.columns,
    ((rowSpan / layout.rows / layout.aspect) * size.width) / size.height,
  );
  const room = isWide ? '100vw' : `100vw - ${BESIDE_GALLERY_PX}px`;
  return `calc(min(${room}, ${GALLERY_MAX_WIDTH}px) * ${share.toFixed(2)})`;
}

/** The layout of one to ten pictures. */
export function galleryLayout(sizes: readonly Size[]): GalleryLayout {
  const [first] = sizes;
  if (first === undefined) return { columns: 1, rows: 0, aspect: 1, tiles: [], hidden: 0 };
  const grid = grids[Math.min(sizes.length, GALLERY_MAX_TILES)];
  if (grid === undefined) {
    const aspect = Math.min(WIDEST_ASPECT, Math.max(NARROWEST_ASPECT, first.width / first.height));
    return { columns: 1, rows: 1, aspect, tiles: [tile(1, 1, 1)], hidden: 0 };
  }
  return { ...grid, hidden: Math.max(0, sizes.length - GALLERY_MAX_TILES) };
}

/** A portrait does not make the whole reel as narrow and high as itself. */
const REEL_NARROWEST_ASPECT = 3 / 4;

/**
 * The shape of a row of pictures that shows one at a time: as high as the first, so that nothing lies above or below it;
 * where that is flat or small, the others have some room. Known before any has loaded.
 *
 * @returns `height`: a CSS length in a container as wide as the row; `aspect`: width by height of a lone picture
 */
export function reelShape(sizes: readonly Size[]): { readonly aspect: number; readonly height: string } {
  const heights = sizes.map(({ width, height }) => {
    const aspect = Math.max(REEL_NARROWEST_ASPECT, width / height);
    return `min(${height}px, 100cqw / ${aspect.toFixed(4)})`;
  });
  const [first = { width: 1, height: 1 }] = sizes;
  const room = `min(max(${['1px', ...heights].join(', ')}), 100cqw / ${WIDEST_ASPECT})`;
  return { aspect: first.width / first.height, height: `max(${heights[0] ?? '1px'}, ${room})` };
}
