import type { EventNamed } from '#domain/registry.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import { campuses, communities } from './collections.ts';

type SchoolVerified = EventNamed<'SchoolVerified'>;

function count(documents: DocumentView, campus: string, difference: 1 | -1): Write {
  const members = documents.get(campuses, campus)?.members ?? 0;
  return write(campuses, campus, { id: campus, members: members + difference });
}

/** Campuses whose count a verification changes: none when only the address of a member changed. */
function moved({ campus, previousCampus }: SchoolVerified['data']): { joined: string; left: string | null } | null {
  return campus === previousCampus ? null : { joined: campus, left: previousCampus };
}

const schoolVerified: Fold<'SchoolVerified'> = {
  reads: ({ data }) =>
    [data.campus, data.previousCampus].flatMap((key) => (key === null ? [] : [{ collection: campuses.name, key }])),
  fold({ data }, documents) {
    const move = moved(data);
    if (move === null) return [];
    const joined = count(documents, move.joined, 1);
    return move.left === null ? [joined] : [joined, count(documents, move.left, -1)];
  },
};

const subjectErased: Fold<'SubjectErased'> = {
  reads: ({ data }) => (data.campus === null ? [] : [{ collection: campuses.name, key: data.campus }]),
  fold: ({ data }, documents) => (data.campus === null ? [] : [count(documents, data.campus, -1)]),
};

const privacyChanged: Fold<'CampusPrivacyChanged'> = {
  reads: ({ data }) => [{ collection: communities.name, key: data.campus }],
  fold: ({ data: { campus, privacy } }) => [write(communities, campus, { id: campus, privacy })],
};

/** How each event changes campuses. */
export const campusFolds: Folds = {
  SchoolVerified: schoolVerified,
  SubjectErased: subjectErased,
  CampusPrivacyChanged: privacyChanged,
};
