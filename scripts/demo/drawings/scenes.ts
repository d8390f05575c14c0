import { seededRandom } from '../random.ts';
import { box, clear, darker, disc, glow, lighter, linear, mix, oval, radial, shape, stroke, times } from './kit.ts';

/** The dark rim of a photo taken by hand, over everything else. */
export function vignette(width: number, height: number, strength = 0.32): string {
  const dark = '#0b0812';
  const paint = radial(clear(dark, 0), clear(dark, 0), clear(dark, 0.03), clear(dark, strength));
  return box(-width * 0.2, -height * 0.2, width * 1.4, height * 1.4, paint);
}

/** The slanted light of a window on a wall. */
function windowLight(x: number, y: number, size: number): string {
  const pane = (dx: number, dy: number) =>
    shape(
      `M${x + dx * size} ${y + dy * size + dx * size * 0.35}l${size * 0.9} ${size * 0.32}l${size * 0.12} ${size * 0.9}l${-size * 0.9} ${-size * 0.32}z`,
      clear('#fff3d6', 0.17),
    );
  return `<g filter="url(#b6)">${pane(0, 0)}${pane(1, 0)}${pane(0.13, 1.02)}${pane(1.13, 1.02)}</g>`;
}

export interface RoomStyle {
  readonly wall: string;
  readonly floor?: string;
  /** Height of the edge between wall and floor, from 0 (top) to 1. */
  readonly horizon?: number;
  readonly light?: boolean;
  readonly seed?: number;
}

/** A wall, a skirting board and a wooden floor. */
export function room(width: number, height: number, style: RoomStyle): string {
  const edge = height * (style.horizon ?? 0.72);
  const floor = style.floor ?? '#a9784f';
  const depth = height - edge;
  const random = seededRandom(style.seed ?? 7);
  const rows = [0, 0.14, 0.34, 0.62, 1];
  const planks = rows.slice(0, -1).map((from, row) => {
    const [top, bottom] = [edge + depth * from, edge + depth * (rows[row + 1] ?? 1)];
    const plank = box(0, top, width, bottom - top, mix(floor, random() < 0.5 ? '#3a2013' : '#e8c79b', random() * 0.13));
    const seams = times(3, () => {
      const x = random() * width;
      const lean = ((x - width / 2) / width) * (bottom - top) * 1.2;
      return stroke(`M${x} ${top}l${lean} ${bottom - top}`, clear('#2b170c', 0.4), 2);
    });
    return plank + seams + stroke(`M0 ${top}H${width}`, clear('#2b170c', 0.35), 2);
  });
  return (
    box(0, 0, width, edge, linear(70, lighter(style.wall, 0.28), style.wall, darker(style.wall, 0.16))) +
    (style.light === false ? '' : windowLight(width * 0.06, height * 0.06, Math.min(width, height) * 0.24)) +
    planks.join('') +
    box(0, edge, width, depth, linear(90, clear('#1a0d06', 0.26), clear('#fff3d6', 0.08), clear('#1a0d06', 0.04))) +
    box(0, edge - 26, width, 26, linear(90, lighter(style.wall, 0.75), lighter(style.wall, 0.5))) +
    box(0, edge - 3, width, 5, clear('#1a0d06', 0.35))
  );
}

/** A wooden top seen from above. */
export function tabletop(width: number, height: number, wood = '#b98a5a', seed = 3): string {
  const random = seededRandom(seed);
  const board = height / 4;
  return (
    times(4, (row) => {
      const tone = mix(wood, random() < 0.5 ? '#54331b' : '#ecd0a5', random() * 0.16);
      const grain = times(14, () => {
        const y = row * board + random() * board;
        const sway = (random() - 0.5) * 26;
        const d = `M-10 ${y}C${width * 0.3} ${y + sway},${width * 0.6} ${y - sway},${width + 10} ${y + sway * 0.4}`;
        return stroke(d, clear(darker(wood, 0.45), 0.1 + random() * 0.14), 1 + random() * 2.4);
      });
      return (
        box(0, row * board, width, board + 1, tone) + grain + box(0, row * board, width, 3, clear('#2b170c', 0.32))
      );
    }) + box(0, 0, width, height, linear(35, clear('#fff3d6', 0.3), clear('#fff3d6', 0), clear('#120a05', 0.3)))
  );
}

/** A counter in front of a tiled wall. */
export function kitchen(width: number, height: number, wall: string, counter: string, edge: number): string {
  const side = width / 9;
  const tall = side * 0.5;
  return (
    box(0, 0, width, edge, linear(80, lighter(wall, 0.35), wall)) +
    times(10 * Math.floor(edge / tall), (at) => {
      const row = Math.floor(at / 10);
      const x = (at % 10) * side - (row % 2 === 0 ? 0 : side / 2);
      return box(x, row * tall, side, tall, clear('#ffffff', 0.1), { stroke: clear('#5b5560', 0.22), width: 3 });
    }) +
    box(0, 0, width, edge, linear(90, clear('#100c18', 0.02), clear('#100c18', 0.16))) +
    box(0, edge, width, height - edge, linear(90, lighter(counter, 0.2), counter, darker(counter, 0.28))) +
    box(0, edge, width, 6, clear('#ffffff', 0.35))
  );
}

/** A wall of bricks. */
export function bricks(width: number, height: number, colour = '#9c4a38', seed = 5): string {
  const random = seededRandom(seed);
  const [w, h] = [92, 34];
  const rows = Math.ceil(height / h);
  const columns = Math.ceil(width / w) + 1;
  return (
    box(0, 0, width, height, mix(colour, '#d8c7b4', 0.6)) +
    times(rows * columns, (at) => {
      const row = Math.floor(at / columns);
      const x = (at % columns) * w - (row % 2 === 0 ? 0 : w / 2);
      const tone = mix(colour, random() < 0.5 ? '#4a1d18' : '#d98b6a', random() * 0.32);
      return box(x + 3, row * h + 3, w - 6, h - 6, tone, { r: 3 });
    }) +
    box(0, 0, width, height, linear(60, clear('#fff0cf', 0.22), clear('#fff0cf', 0), clear('#150a12', 0.3)))
  );
}

/** Paving in front of something, from `top` down. */
export function pavement(width: number, height: number, top: number, colour = '#b7b1a8'): string {
  const depth = height - top;
  return (
    box(0, top, width, depth, linear(90, darker(colour, 0.3), colour, lighter(colour, 0.15))) +
    stroke(`M0 ${top + depth * 0.36}H${width}`, clear('#2a2730', 0.25), 3) +
    times(5, (at) => {
      const x = ((at + 0.4) * width) / 4.6;
      return stroke(`M${x} ${top}l${(x - width / 2) * 0.5} ${depth}`, clear('#2a2730', 0.2), 3);
    }) +
    box(0, top, width, 8, clear('#14101a', 0.35))
  );
}

function tree(x: number, y: number, size: number, colour: string): string {
  return (
    shape(
      `M${x - size * 0.06} ${y}L${x - size * 0.03} ${y - size * 0.7}h${size * 0.06}L${x + size * 0.06} ${y}z`,
      '#5b4130',
    ) +
    disc(x - size * 0.22, y - size * 0.72, size * 0.27, darker(colour, 0.22)) +
    disc(x + size * 0.22, y - size * 0.74, size * 0.26, darker(colour, 0.14)) +
    disc(x, y - size * 0.95, size * 0.33, colour) +
    disc(x - size * 0.09, y - size * 1.03, size * 0.19, lighter(colour, 0.18))
  );
}

/** Sky, trees, a brick hall with a tower, and grass from `top` down. */
export function campusLawn(width: number, height: number, top: number, sky: readonly string[], seed = 11): string {
  const random = seededRandom(seed);
  const [first = '#7fb4e6', ...others] = sky;
  const hall = '#a65a45';
  const windows = times(14, (at) =>
    box(width * 0.17 + at * width * 0.047, top - height * 0.13, width * 0.02, height * 0.07, '#50302e', { r: 8 }),
  );
  return (
    box(0, 0, width, top, linear(90, first, ...others)) +
    glow(width * 0.8, top * 0.25, width * 0.3, '#fff6dc', 0.6) +
    times(5, (at) =>
      oval(
        width * (0.1 + at * 0.21),
        top * (0.18 + random() * 0.24),
        90 + random() * 60,
        16 + random() * 12,
        clear('#ffffff', 0.34),
      ),
    ) +
    box(
      width * 0.14,
      top - height * 0.18,
      width * 0.7,
      height * 0.19,
      linear(0, lighter(hall, 0.2), hall, darker(hall, 0.2)),
    ) +
    shape(
      `M${width * 0.12} ${top - height * 0.18}h${width * 0.74}l${-width * 0.04} ${-height * 0.06}H${width * 0.16}z`,
      '#6e6a70',
    ) +
    box(
      width * 0.45,
      top - height * 0.34,
      width * 0.08,
      height * 0.2,
      linear(0, lighter(hall, 0.25), darker(hall, 0.2)),
    ) +
    shape(`M${width * 0.44} ${top - height * 0.34}h${width * 0.1}L${width * 0.49} ${top - height * 0.46}z`, '#5d5962') +
    windows +
    times(7, (at) =>
      tree(width * (at / 6), top + 12, height * (0.2 + random() * 0.12), mix('#4f7a3d', '#8f9a3c', random())),
    ) +
    box(0, top, width, height - top, linear(90, '#55843c', '#6fa047', '#4b7a35')) +
    times(160, () => {
      const y = top + 8 + random() * (height - top);
      const tall = 6 + ((y - top) / (height - top)) * 26;
      return stroke(
        `M${random() * width} ${y}q${tall * 0.2} ${-tall * 0.6} ${(random() - 0.3) * tall * 0.6} ${-tall}`,
        mix('#3f6f2d', '#a4c767', random()),
        2,
      );
    })
  );
}

/** Cloth with soft folds: a bed, a blanket, a mat. */
export function cloth(width: number, height: number, colour: string, seed = 9): string {
  const random = seededRandom(seed);
  const folds = times(7, () => {
    const [x, y] = [random() * width - width * 0.4, random() * height];
    const [rise, fall, end] = [random() * 220 - 110, random() * 90, random() * 80];
    const fold = (top: number) => `M${x} ${top}q${width * 0.2} ${rise} ${width * 0.45} ${fall}t${width * 0.5} ${end}`;
    // A shadow, and the light on the edge above it.
    return stroke(fold(y), clear('#0f0a18', 0.18), 34) + stroke(fold(y - 36), clear('#ffffff', 0.22), 26);
  });
  return (
    box(0, 0, width, height, linear(40, lighter(colour, 0.22), colour, darker(colour, 0.2))) +
    `<g filter="url(#b22)">${folds}</g>`
  );
}
