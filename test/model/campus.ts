import { maySeeCampus } from '#domain/campus/access.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Profile } from '#projections/user/collections.ts';
import { documentsOf, expects, type SeenFromOutside } from './answers.ts';
import type { NaiveDocuments, NounModel } from './model.ts';

/** Members of each campus that ever had one: a recount of where everybody went last. */
function membersOf(history: readonly RecordedEvent[]): NaiveDocuments {
  const memberOf = new Map<string, string>();
  const campuses = new Set<string>();
  for (const { type, data } of history) {
    const { userId, campus } = data as { readonly userId: string; readonly campus: string };
    if (type === 'SchoolVerified') memberOf.set(userId, campus);
    if (type === 'SchoolVerified') campuses.add(campus);
    if (type === 'SubjectErased') memberOf.delete(userId);
  }
  const documents = [...campuses].map((id) => {
    const members = [...memberOf.values()].filter((each) => each === id).length;
    return { collection: 'campuses', key: id, doc: { id, members } };
  });
  return { documents, whole: ['campuses'] };
}

/** The number of members matches the people who say that they are. */
function* checkMembers(seen: SeenFromOutside): Iterable<string | null> {
  const people = [...documentsOf<Profile>(seen, 'people').values()].filter(({ erased }) => !erased);
  for (const [id, { members }] of documentsOf<{ readonly members: number }>(seen, 'campuses')) {
    const found = people.filter(({ memberOf }) => memberOf === id).length;
    yield expects(members === found, () => `The number of members of ${id} says ${members}, it is ${found}.`);
  }
}

/** Campuses: they have no commands; their member counts are visible to those who may see them. */
export const campusModel: NounModel = {
  noun: 'campus',
  commands: {},
  rule: { category: 'campus', check: () => [] },
  steps: {},
  documents: membersOf,
  access: { campuses: ({ viewer, key }) => maySeeCampus(viewer, key) },
  answers: { take: () => undefined, check: checkMembers },
  topics: ({ campus }) => [[1, topicName.campus(campus)]],
  acts: {},
};
