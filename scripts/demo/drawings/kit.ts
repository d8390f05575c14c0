/**
 * What all drawings are made with. A drawing is plain SVG text; the id of a gradient or blur says what it is, so
 * that drawing functions stay pure, and `toSvg` makes each definition once from the ids that it finds.
 */

/** A picture: everything in its body is in pixels of its own width and height. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}

/** A part of a drawing, for a close-up. In pixels of the drawing. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Joins what `make` gives for 0 … n-1. */
export function times(n: number, make: (index: number) => string): string {
  return Array.from({ length: n }, (_, index) => make(index)).join('');
}

function channels(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const twoHex = (value: number) =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');

/** A colour between two others; `share` of the second, 0 to 1. Colours are `#rrggbb`. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)];
  return `#${a.map((value, index) => twoHex(value + ((b[index] ?? 0) - value) * share)).join('')}`;
}

/** Towards the light of a warm lamp. */
export const lighter = (colour: string, share: number) => mix(colour, '#fffaf0', share);
/** Towards a bluish dark, as shadows are. */
export const darker = (colour: string, share: number) => mix(colour, '#120e1c', share);
/** A colour with opacity, 0 to 1. */
export const clear = (colour: string, opacity: number) => `${colour}${twoHex(opacity * 255)}`;

const idOf = (colours: readonly string[]) => colours.map((colour) => colour.slice(1)).join('-');

/** A paint that runs in a direction (degrees, 0 to the right, 90 down) through evenly spaced colours. */
export function linear(angle: number, ...colours: readonly string[]): string {
  return `url(#l${angle}-${idOf(colours)})`;
}

/** A paint that runs outwards from a point (percent of the shape's box). */
export function radialAt(x: number, y: number, ...colours: readonly string[]): string {
  return `url(#r${x}-${y}-${idOf(colours)})`;
}

/** A paint that runs outwards from the middle. */
export const radial = (...colours: readonly string[]) => radialAt(50, 50, ...colours);

/** Attribute that blurs an element by so many pixels. */
export const blur = (pixels: number) => `filter="url(#b${pixels})"`;

/** A soft shadow on the ground. */
export function shadow(x: number, y: number, rx: number, ry: number, strength = 0.5): string {
  const paint = radial(clear('#0d0a14', strength), clear('#0d0a14', strength * 0.55), clear('#0d0a14', 0));
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${paint}"/>`;
}

/** Light that lies over everything around a point. */
export function glow(x: number, y: number, radius: number, colour: string, strength: number): string {
  const paint = radial(clear(colour, strength), clear(colour, strength * 0.35), clear(colour, 0));
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${paint}"/>`;
}

export interface BoxStyle {
  readonly r?: number;
  readonly stroke?: string;
  readonly width?: number;
}

/** A rectangle, with round corners of radius `r`. */
export function box(x: number, y: number, width: number, height: number, fill: string, style: BoxStyle = {}): string {
  const stroke = style.stroke === undefined ? '' : ` stroke="${style.stroke}" stroke-width="${style.width ?? 2}"`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${style.r ?? 0}" fill="${fill}"${stroke}/>`;
}

export const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
export const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
/** A line of any form, with round ends. */
export const stroke = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const ring = (x: number, y: number, r: number, colour: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
export const moved = (x: number, y: number, body: string) => `<g transform="translate(${x} ${y})">${body}</g>`;
/** Turned by degrees around a point. */
export const turned = (degrees: number, x: number, y: number, body: string) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${body}</g>`;
export const scaled = (factor: number, body: string) => `<g transform="scale(${factor})">${body}</g>`;

/** Shows only what lies within a path. `name` must be unique in the drawing. */
export function within(name: string, d: string, body: string): string {
  return `<clipPath id="c-${name}"><path d="${d}"/></clipPath><g clip-path="url(#c-${name})">${body}</g>`;
}

function stops(colours: readonly string[]): string {
  return colours
    .map((colour, index) => {
      const offset = (index / Math.max(1, colours.length - 1)).toFixed(3);
      const opacity = colour.length === 8 ? Number.parseInt(colour.slice(6), 16) / 255 : 1;
      return `<stop offset="${offset}" stop-color="#${colour.slice(0, 6)}" stop-opacity="${opacity.toFixed(3)}"/>`;
    })
    .join('');
}

function definition(id: string): string {
  const [first = '', ...rest] = id.split('-');
  const value = Number(first.slice(1));
  switch (first[0]) {
    case 'l': {
      const [x, y] = [Math.cos((value * Math.PI) / 180) / 2, Math.sin((value * Math.PI) / 180) / 2];
      const ends = `x1="${(0.5 - x).toFixed(3)}" y1="${(0.5 - y).toFixed(3)}" x2="${(0.5 + x).toFixed(3)}" y2="${(0.5 + y).toFixed(3)}"`;
      return `<linearGradient id="${id}" ${ends}>${stops(rest)}</linearGradient>`;
    }
    case 'r': {
      const y = Number(rest[0]);
      const radius = Math.max(50, Math.abs(value - 50) + 50, Math.abs(y - 50) + 50);
      return `<radialGradient id="${id}" cx="${value}%" cy="${y}%" r="${radius}%">${stops(rest.slice(1))}</radialGradient>`;
    }
    case 'b':
      return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${value}"/></filter>`;
    default:
      throw new Error(`A drawing names a paint that nothing defines: ${id}`);
  }
}

/** The whole drawing or a part of it as an SVG document, `width` pixels wide. */
export function toSvg(drawing: Drawing, width: number, crop?: Crop): string {
  const view = crop ?? { x: 0, y: 0, width: drawing.width, height: drawing.height };
  const ids = new Set([...drawing.body.matchAll(/url\(#([lrb]\d[^)]*)\)/g)].map(([, id]) => id ?? ''));
  const height = Math.round((width * view.height) / view.width);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${view.x} ${view.y} ${view.width} ${view.height}">` +
    `<defs>${[...ids].map(definition).join('')}</defs>${drawing.body}</svg>`
  );
}
