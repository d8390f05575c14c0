import { importedPaths } from './circles.ts';

/**
 * Files of a noun that other nouns may import, by room: they are the same of every noun, so that a reader knows without
 * looking. In `face.ts` a noun exports what else others need. `web/` has the same rule in the linter.
 */
const FACES: Readonly<Record<string, readonly string[]>> = {
  domain: ['access.ts', 'face.ts', 'limits.ts', 'rejection.ts', 'state.ts'],
  projections: ['collections.ts', 'face.ts', 'predict.ts', 'topicNames.ts'],
  server: ['face.ts'],
};

/** Rooms in which nouns meet by their faces. */
export const ROOMS_OF_FACES: readonly string[] = Object.keys(FACES);

/** Room, folder in it and the rest of a path. */
function placeOf(path: string) {
  const [room = '', folder = '', ...rest] = path.split('/');
  return { room, folder, file: rest.join('/') };
}

/**
 * Imports of a noun that pass the face of another, in the same room or in another one.
 *
 * @param sources text of every module, by path
 */
export function importsPastFaces(sources: ReadonlyMap<string, string>): readonly string[] {
  const manifests = [...sources.keys()].map(placeOf).filter(({ file }) => file === 'noun.ts');
  const nouns = new Set(manifests.map(({ folder }) => folder));
  // Its `noun.ts` says what a manifest is.
  nouns.delete('kernel');
  return [...sources].flatMap(([path, text]) => {
    const own = placeOf(path);
    if (!nouns.has(own.folder)) return [];
    return importedPaths(path, text).flatMap((imported) => {
      const { room, folder, file } = placeOf(imported);
      const face = FACES[room];
      if (face === undefined || !nouns.has(folder) || folder === own.folder || face.includes(file)) return [];
      return [`${path} imports ${imported}: of ${room}/${folder} other nouns may import ${face.join(', ')}`];
    });
  });
}
