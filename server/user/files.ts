import { reveal } from '#domain/kernel/personal.ts';
import { userAccess } from '#domain/user/access.ts';
import { revealed } from '../http/revealed.ts';
import { defineFiles } from '../media/nounFiles.ts';
import { readPerson } from './person/readPerson.ts';

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
    const found = await readPerson(store, id);
    if (found === null) return 'gone';
    const { person, home } = found;
    if (revealed(person.picture)?.name !== name) return 'unnamed';
    return { owner: id, maySee: (viewer) => userAccess.maySee(viewer, home) };
  },
});
