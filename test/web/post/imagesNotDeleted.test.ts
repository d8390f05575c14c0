import { expect, it } from '@jest/globals';
import { takeImagesNotDeleted } from '#web/post/imagesNotDeleted.ts';

it('[POST-18] says once of each post that its pictures could not be deleted, after a reload too', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const said = [undefined, null, 'a', 'a', undefined, 'a', 'b', 'b'].map((post) => takeImagesNotDeleted(post, storage));
  const text = "Couldn't delete post images";
  expect(said).toEqual([null, null, text, null, null, null, text, null]);
});
