import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { people } from '#scripts/demo/people.ts';
import { AVATAR_PIXELS, PICTURE_PIXELS, renderAvatar, renderPicture } from '#scripts/demo/pictures.ts';
import { FACES, fileOfFace, fileOfThing, THINGS } from '#scripts/demo/story/assets.ts';

/** Smallest spread of brightness (of 255) in a picture with visible content. */
const SEEN_DEVIATION = 12;

/** Longer side at which each is checked: a full one takes four times as long. */
const LOOK_PIXELS = 540;

describe('the drawings', () => {
  it.each(THINGS)('%s renders at its size and shows something', async (drawing) => {
    const bytes = await renderPicture({ drawing }, LOOK_PIXELS);
    const { width = 0, height = 0, format } = await sharp(bytes).metadata();
    expect(format).toBe('jpeg');
    expect(Math.max(width, height)).toBe(LOOK_PIXELS);
    const { channels } = await sharp(bytes).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(SEEN_DEVIATION);
  });

  it('come in portrait, square and landscape', async () => {
    const sizes = await Promise.all(THINGS.map((thing) => sharp(fileOfThing(thing)).metadata()));
    expect(new Set(sizes.map(({ width, height }) => Math.sign(width - height)))).toEqual(new Set([-1, 0, 1]));
  });

  it('are the files of the folder, and define every paint that they use', () => {
    const folder = (file: string) => readdirSync(dirname(file)).sort();
    expect(folder(fileOfThing('desk'))).toEqual(THINGS.map((name) => `${name}.svg`));
    expect(folder(fileOfFace('maya'))).toEqual(FACES.map((name) => `${name}.svg`));
    for (const file of [...THINGS.map(fileOfThing), ...FACES.map(fileOfFace)]) {
      const svg = readFileSync(file, 'utf8');
      const used = new Set([...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id));
      const defined = new Set([...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
      expect([...used].filter((id) => !defined.has(id))).toEqual([]);
    }
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
});
