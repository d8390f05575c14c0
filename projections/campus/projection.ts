import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { DocumentView, EventFold, Projection, Write } from '../kernel/projection.ts';
import { write } from '../kernel/projection.ts';
import { campuses } from './collections.ts';

type SchoolVerified = Extract<UserEvent, { type: 'SchoolVerified' }>;
type SubjectErased = Extract<UserEvent, { type: 'SubjectErased' }>;

function count(documents: DocumentView, campus: string, difference: 1 | -1): Write {
  const members = documents.get(campuses, campus)?.members ?? 0;
  return write(campuses, campus, { id: campus, members: members + difference });
}

/** Campuses whose count a verification changes: none when only the address of a member changed. */
function moved({ campus, previousCampus }: SchoolVerified['data']): { joined: string; left: string | null } | null {
  return campus === previousCampus ? null : { joined: campus, left: previousCampus };
}

const schoolVerified: EventFold<SchoolVerified> = {
  reads: ({ data }: RecordedEvent<SchoolVerified>) =>
    [data.campus, data.previousCampus].flatMap((key) => (key === null ? [] : [{ collection: campuses.name, key }])),
  fold({ data }, documents) {
    const move = moved(data);
    if (move === null) return [];
    const joined = count(documents, move.joined, 1);
    return move.left === null ? [joined] : [joined, count(documents, move.left, -1)];
  },
};

const subjectErased: EventFold<SubjectErased> = {
  reads: ({ data }) => (data.campus === null ? [] : [{ collection: campuses.name, key: data.campus }]),
  fold: ({ data }, documents) => (data.campus === null ? [] : [count(documents, data.campus, -1)]),
};

/** School-verified members of each campus (CAMP-13, VERF-16). */
export const campusProjection: Projection = {
  name: 'campus',
  version: 1,
  collections: [campuses],
  folds: { SchoolVerified: schoolVerified, SubjectErased: subjectErased },
};
