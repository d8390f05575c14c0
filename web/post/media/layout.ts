/** The size of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Place of a picture in the gallery's grid, from 1, as CSS grid lines count. */
export interface Tile {
  readonly column: number;
  readonly columnSpan: number;
  readonly row: number;
  readonly rowSpan: number;
}

/** How the pictures of a card stand: known before any of them has loaded, so that nothing jumps (POST-23). */
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

/** Pictures that a card shows; the last tile says how many more there are. */
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
