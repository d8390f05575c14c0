type Channels = readonly [red: number, green: number, blue: number];

/** Contrast of two CSS hex colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

/** `color-mix(in srgb, one share%, other)`. */
export function mix(one: string, share: number, other: string): string {
  const others = channels(other);
  const mixed = channels(one).map((part, at) => (part * share + (others[at] ?? 0) * (100 - share)) / 100);
  return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Hue in degrees and chroma of a colour in OKLCH (Björn Ottosson's Oklab, as in CSS Color 4). */
export function oklch(hex: string): { readonly hue: number; readonly chroma: number } {
  const [red, green, blue] = linear(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return { hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360, chroma: Math.hypot(a, b) };
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(hex: string): Channels {
  const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = channels(hex);
  return [toLinear(red / 255), toLinear(green / 255), toLinear(blue / 255)];
}

/** The parts of "#rrggbb" or "#rgb", from 0 to 255. */
function channels(hex: string): Channels {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1);
  const at = (place: number) => Number.parseInt(digits.slice(place, place + 2), 16);
  return [at(0), at(2), at(4)];
}
