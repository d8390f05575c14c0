import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { toSvg } from '#scripts/demo/drawings/kit.ts';
import { lettering } from '#scripts/demo/drawings/lettering.ts';
import { drawings } from '#scripts/demo/drawings.ts';
import { people } from '#scripts/demo/people.ts';
import { AVATAR_PIXELS, PICTURE_PIXELS, renderAvatar, renderPicture } from '#scripts/demo/pictures.ts';

/** Smallest spread of brightness (of 255) over a picture in which one sees something. */
const SEEN_DEVIATION = 12;

/** Longer side at which each is looked at: a full one takes four times as long. */
const LOOK_PIXELS = 540;

const all = Object.entries(drawings);

describe('the drawings', () => {
  it.each(all)('%s renders at its size and shows something', async (name) => {
    const bytes = await renderPicture({ drawing: name as keyof typeof drawings }, LOOK_PIXELS);
    const { width = 0, height = 0, format } = await sharp(bytes).metadata();
    expect(format).toBe('jpeg');
    expect(Math.max(width, height)).toBe(LOOK_PIXELS);
    const { channels } = await sharp(bytes).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(SEEN_DEVIATION);
  });

  it('come in portrait, square and landscape', () => {
    const ratios = all.map(([, draw]) => {
      const { width, height } = draw();
      return Math.sign(width - height);
    });
    expect(new Set(ratios)).toEqual(new Set([-1, 0, 1]));
  });

  it.each(all)('%s is the same every time, and defines every paint that it uses', (_name, draw) => {
    const svg = toSvg(draw(), 600);
    expect(toSvg(draw(), 600)).toBe(svg);
    const used = new Set([...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id));
    const defined = new Set([...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
    expect([...used].filter((id) => !defined.has(id))).toEqual([]);
    expect(svg.match(/NaN|undefined|Infinity/)).toBeNull();
  });

  it('crops a close-up to its own proportions', async () => {
    const crop = { x: 100, y: 200, width: 300, height: 400 };
    const { width, height } = await sharp(await renderPicture({ drawing: 'guitar', crop })).metadata();
    expect([width, height]).toEqual([PICTURE_PIXELS * 0.75, PICTURE_PIXELS]);
  });

  it('draws a profile picture for everyone, no two alike', async () => {
    const pictures = await Promise.all(people.map(({ face }) => renderAvatar(face)));
    expect(new Set(pictures.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(people.length);
    const { width, height, format } = await sharp(pictures[0]).metadata();
    expect([width, height, format]).toEqual([AVATAR_PIXELS, AVATAR_PIXELS, 'png']);
  });

  it('writes every letter that it is given', () => {
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:-+=/.!?()') {
      expect(lettering(letter, 0, 0, 20, '#000000')).toMatch(/ d="M/);
    }
  });
});
