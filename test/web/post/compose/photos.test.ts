import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PHOTO_MAX_PIXELS, VIDEO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { mediaSchema } from '#domain/kernel/media.ts';
import { chooseFiles, chooseProfilePhoto, isHeicFile } from '#web/kit/picture/choosePhotos.ts';
import { fitEdge, fitUpload } from '#web/kit/picture/shrinkPhoto.ts';
import { type DraftPhoto, mediaOf, movePhoto, uploadsOfPhoto } from '#web/writing/photo.ts';

const file = (type: string, name = 'x') => new File(['x'], name, { type });
const files = (count: number) => Array.from({ length: count }, () => file('image/jpeg'));

function photo(id: string, fields: Partial<DraftPhoto> = {}): DraftPhoto {
  return {
    id,
    kind: 'image',
    file: new Blob(['x']),
    poster: null,
    seconds: null,
    width: 4,
    height: 3,
    state: 'ready',
    progress: 0,
    error: null,
    media: null,
    ...fields,
  };
}

describe('choosing photos', () => {
  it('[POST-06] takes ten and says so of the eleventh', () => {
    expect(chooseFiles(files(10), 0)).toMatchObject({ refusals: [] });
    const eleven = chooseFiles(files(11), 0);
    expect(eleven.accepted).toHaveLength(10);
    expect(eleven.refusals).toEqual([{ type: 'okay', text: 'Please choose up to 10 photos.' }]);
    const oneTooMany = chooseFiles(files(2), 9);
    expect([oneTooMany.accepted.length, oneTooMany.refusals]).toEqual([1, eleven.refusals]);
  });

  it('[POST-06] takes photos and videos, by type and ending, and nothing else', () => {
    const taken = [
      ['image/jpeg', 'a.jpg'],
      ['image/png', 'a.png'],
      ['image/gif', 'a.gif'],
      ['image/webp', 'a.webp'],
      ['image/heic', 'a.HEIC'],
      ['', 'a.heif'],
      ['video/mp4', 'a.mp4'],
      ['video/mp4', 'a.m4v'],
      ['video/quicktime', 'IMG_0001.MOV'],
      ['', 'a.mov'],
      ['video/x-msvideo', 'a.avi'],
      ['video/vnd.avi', 'a.avi'],
    ] as const;
    // By its name alone, one of these would be a video (Q25).
    const refused = [
      ['text/plain', 'a.mp4'],
      ['video/webm', 'a.webm'],
      ['application/pdf', 'mp4.pdf'],
      ['audio/mpeg', 'mov.mp3'],
      ['', 'a'],
    ] as const;
    for (const [type, name] of taken)
      expect([name, chooseFiles([file(type, name)], 0).accepted.length]).toEqual([name, 1]);
    for (const [type, name] of refused) {
      const { accepted, refusals } = chooseFiles([file(type, name)], 0);
      expect([name, accepted, refusals]).toEqual([
        name,
        [],
        [{ type: 'danger', text: 'Only photos & videos are allowed!' }],
      ]);
    }
    expect([isHeicFile(file('image/heic')), isHeicFile(file('image/jpeg', 'a.heic'))]).toEqual([true, false]);
  });

  it('[POST-06 in part] says at once that a video is too large', () => {
    const large = new File([], 'a.mp4', { type: 'video/mp4' });
    Object.defineProperty(large, 'size', { value: VIDEO_MAX_BYTES + 1 });
    expect(chooseFiles([large, file('image/png')], 0)).toMatchObject({
      accepted: [{ type: 'image/png' }],
      refusals: [{ type: 'danger', text: 'A video may have at most 100 MB. Please choose a smaller one.' }],
    });
  });

  it('[PROF-23] a profile picture is a jpeg, png or gif', () => {
    const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml', 'text/html'];
    const accepted = types.filter((type) => chooseProfilePhoto(file(type)).accepted.length === 1);
    expect(accepted).toEqual(['image/jpeg', 'image/png', 'image/gif']);
    expect(chooseProfilePhoto(file('image/webp')).refusals[0]?.text).toBe('Only photos are allowed!');
  });

  it('[SHOP-D2] makes large ones small, to 6.5 megapixels, and leaves small ones', () => {
    expect(fitUpload(5_120, 2_560)).toEqual({ width: 3_620, height: 1_810 });
    expect(fitUpload(3_000, 4_000)).toEqual({ width: 2_217, height: 2_956 });
    expect(fitUpload(100, 50)).toEqual({ width: 100, height: 50 });
    expect(fitUpload(2_560, 2_560)).toEqual({ width: 2_560, height: 2_560 });
    expect(fitEdge(100_000, 1, 1_280)).toEqual({ width: 1_280, height: 1 });
  });

  it('[SHOP-D2] a long screenshot keeps its width up to 16,000 pixels of height, and what the server takes', () => {
    expect(fitUpload(1_080, 9_000)).toEqual({ width: 1_080, height: 9_000 });
    expect(fitUpload(1_080, 16_000)).toEqual({ width: 1_080, height: 16_000 });
    expect(fitUpload(1_080, 20_000)).toEqual({ width: 864, height: 16_000 });
    expect(fitUpload(5_120, 15_000)).toMatchObject({ width: 2_560 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 1, max: 40_000 }), (width, height) => {
        const fit = fitUpload(width, height);
        expect(Math.max(fit.width, fit.height)).toBeLessThanOrEqual(16_000);
        expect(fit.width * fit.height).toBeLessThanOrEqual(PHOTO_MAX_PIXELS);
        expect(fit.width <= width && fit.height <= height && Math.min(fit.width, fit.height) >= 1).toBe(true);
      }),
      { seed: 27, numRuns: 500 },
    );
  });

  it('moves a photo by one place and no further than the end', () => {
    const order = (photos: readonly DraftPhoto[]) => photos.map(({ id }) => id).join('');
    const three = [photo('a'), photo('b'), photo('c')];
    expect(order(movePhoto(three, 'a', 1))).toBe('bac');
    expect(order(movePhoto(three, 'c', -1))).toBe('acb');
    expect(order(movePhoto(three, 'c', 1))).toBe('abc');
    expect(order(movePhoto(three, 'x', 1))).toBe('abc');
  });

  it('a photo or video that is not uploaded holds its place by a record that the command accepts', () => {
    const id = '6f9619ff-8b86-5d01-b42d-00cf4fc964ff';
    const film = photo(id, {
      kind: 'video',
      file: new Blob(['x'], { type: 'video/quicktime' }),
      poster: new Blob(['x']),
    });
    const held = [mediaOf(photo(id)), mediaOf(film)];
    expect(held.map((media) => mediaSchema.safeParse(media).success)).toEqual([true, true]);
    expect(held[1]).toMatchObject({ name: `pending-${id}.mov`, poster: `pending-${id}-poster.jpg` });
    // A poster goes first: a video that is there without it would be half a thing.
    expect(uploadsOfPhoto(film).map(({ name }) => name)).toEqual([`pending-${id}-poster.jpg`, `pending-${id}.mov`]);
  });
});
