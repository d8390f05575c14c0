import { describe, expect, it } from '@jest/globals';
import { mediaSchema } from '#domain/kernel/media.ts';
import { chooseFiles, PROFILE_PHOTO_TYPES } from '#web/kit/picture/choosePhotos.ts';
import { fitEdge } from '#web/kit/picture/shrinkPhoto.ts';
import { type DraftPhoto, mediaOf, movePhoto } from '#web/post/compose/photo.ts';

const file = (type: string, name = 'x') => new File(['x'], name, { type });
const files = (count: number) => Array.from({ length: count }, () => file('image/jpeg'));

function photo(id: string, fields: Partial<DraftPhoto> = {}): DraftPhoto {
  return {
    id,
    file: new Blob(['x']),
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
  it('takes ten and says so of the eleventh', () => {
    expect(chooseFiles(files(10), 0)).toMatchObject({ refusals: [] });
    const eleven = chooseFiles(files(11), 0);
    expect(eleven.accepted).toHaveLength(10);
    expect(eleven.refusals).toEqual([{ type: 'okay', text: 'Please choose up to 10 photos.' }]);
    expect(chooseFiles(files(2), 9).accepted).toHaveLength(1);
  });

  it('takes photos only', () => {
    const mixed = chooseFiles([file('image/png'), file('application/pdf'), file('video/mp4'), file('image/webp')], 0);
    expect(mixed.accepted.map(({ type }) => type)).toEqual(['image/png', 'image/webp']);
    expect(mixed.refusals).toEqual([{ type: 'danger', text: 'Only photos are allowed!' }]);
  });

  it('[PROF-23] a profile picture is a jpeg, png or gif', () => {
    const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml', 'text/html'];
    const accepted = types.filter((type) => chooseFiles([file(type)], 0, PROFILE_PHOTO_TYPES).accepted.length === 1);
    expect(accepted).toEqual(['image/jpeg', 'image/png', 'image/gif']);
    expect(chooseFiles([file('image/webp')], 0, PROFILE_PHOTO_TYPES).refusals[0]?.text).toBe(
      'Only photos are allowed!',
    );
  });

  it('makes large ones small, by their longest edge, and leaves small ones', () => {
    expect(fitEdge(5_120, 2_560)).toEqual({ width: 2_560, height: 1_280 });
    expect(fitEdge(3_000, 4_000)).toEqual({ width: 1_920, height: 2_560 });
    expect(fitEdge(100, 50)).toEqual({ width: 100, height: 50 });
    expect(fitEdge(100_000, 1)).toEqual({ width: 2_560, height: 1 });
  });

  it('moves a photo by one place and no further than the end', () => {
    const order = (photos: readonly DraftPhoto[]) => photos.map(({ id }) => id).join('');
    const three = [photo('a'), photo('b'), photo('c')];
    expect(order(movePhoto(three, 'a', 1))).toBe('bac');
    expect(order(movePhoto(three, 'c', -1))).toBe('acb');
    expect(order(movePhoto(three, 'c', 1))).toBe('abc');
    expect(order(movePhoto(three, 'x', 1))).toBe('abc');
  });

  it('a photo that is not uploaded holds its place by a record that the command accepts', () => {
    expect(mediaSchema.safeParse(mediaOf(photo('6f9619ff-8b86-5d01-b42d-00cf4fc964ff'))).success).toBe(true);
  });
});
