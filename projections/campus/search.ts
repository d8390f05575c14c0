import { campusAccess } from '#domain/campus/access.ts';
import type { Campus } from '#domain/campus/campus.ts';
import { GENERIC_CAMPUS, campuses as schools } from '#domain/campus/registry.ts';
import { SEARCH_PAGE_HITS } from '#domain/kernel/limits.ts';
import { searchOfFixed } from '../kernel/search.ts';
import { campuses } from './collections.ts';

const byId: Readonly<Record<string, Campus>> = Object.fromEntries(schools.map((school) => [school.id, school]));

/** Find your school (SRCH-20): by short and whole name, and by place. */
export const campusSearch = searchOfFixed(campuses, byId, {
  name: 'campus',
  version: 1,
  texts: ['name', 'place'],
  ranking: 'relevance',
  wording: 'names',
  isOfCampus: false,
  content({ id, name, fullName, location }) {
    if (id === GENERIC_CAMPUS) return null;
    const { city, state, country } = location;
    return {
      campus: null,
      texts: { name: `${name} ${fullName}`, place: `${city} ${state} ${country}` },
      filters: {},
      at: 0,
    };
  },
  maySee: campusAccess.mayFind,
  maySearch: () => null,
  views: { schools: { page: SEARCH_PAGE_HITS } },
});
