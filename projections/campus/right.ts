import { campuses as schools } from '#domain/campus/registry.ts';
import { defineRight } from '../kernel/right.ts';
import { type Community, communities } from './collections.ts';

/** Which campuses are closed to all but their members (CAMP-07). */
export const communityRight = defineRight<Community>({
  collection: communities.name,
  keys: schools.map(({ id }) => id),
  apply(reader, campus, community) {
    const others = reader.closed.filter((id) => id !== campus);
    return { ...reader, closed: community?.privacy === 'private' ? [...others, campus] : others };
  },
});
