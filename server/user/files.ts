import { reveal } from '#domain/kernel/personal.ts';
import { userAccess } from '#domain/user/access.ts';
import { type Home, homes, type Profile, people } from '#projections/user/collections.ts';
import { revealed } from '../http/revealed.ts';
import { defineFiles } from '../media/nounFiles.ts';

/** Pictures of profiles (PROF-23, PROF-28). */
export const profileFiles = defineFiles({
  kind: 'profilePics',
  category: 'user',
  accepts: ['jpeg', 'png', 'gif'],
  namedAfter(event) {
    switch (event.type) {
      case 'ProfilePictureChanged': {
        const picture = reveal(event.data.picture);
        return picture === null ? [] : [picture.name];
      }
      case 'SubjectErased':
        return [];
      default:
        return null;
    }
  },
  refusesUpload: (_state, id, userId) => (id === userId ? null : 'NOT_ALLOWED'),
  async shown(store, id, name) {
    const found = await store.get([people, homes].map(({ name: collection }) => ({ collection, key: id })));
    const docOf = (collection: string) => found.find((each) => each.collection === collection)?.doc ?? null;
    const [person, home] = [docOf(people.name) as Profile | null, docOf(homes.name) as Home | null];
    if (person === null || person.erased || home === null) return 'gone';
    if (revealed(person.picture)?.name !== name) return 'unnamed';
    return { owner: id, maySee: (viewer) => userAccess.maySee(viewer, home) };
  },
});
