import fc from 'fast-check';
import type { CampusEvent } from '#domain/campus/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Home } from '#projections/user/collections.ts';
import { documentsOf, expects, type SeenFromOutside } from '../answers.ts';
import {
  commandModel,
  type Happened,
  type History,
  isHouse,
  must,
  mustAcross,
  type NaiveDocuments,
  type NounModel,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { isModeratorIn, userLedger } from '../user/parts.ts';
import { mayLookInto } from './parts.ts';
import { campusRights } from './rights.ts';

/** The closed campuses. */
const closed: Part<Set<string>> = { begin: () => new Set() };

/** Opens and closes take turns, and each is a moderator's or the house's. */
function* check({ stream, event, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { campus, privacy } = (event as CampusEvent).data;
  const now = ledgers.of(closed);
  yield must(stream === `campus-${campus}`, `${stream} says something of ${campus}`);
  const isTheirs = isHouse(actor) || ledgers.of(userLedger).moderators.has(actor);
  yield mustAcross(isTheirs, `${actor} has changed who may see ${campus}`);
  yield must(now.has(campus) === (privacy === 'public'), `${campus} becomes ${privacy} once more`);
  if (privacy === 'private') now.add(campus);
  else now.delete(campus);
}

function changePrivacy({ log, parts }: History, who: number): void {
  const now = parts.of(closed);
  const campus = who % 3 === 0 ? 'ou' : 'ut';
  const privacy = now.delete(campus) ? 'public' : 'private';
  if (privacy === 'private') now.add(campus);
  log.add('CampusPrivacyChanged', { campus, privacy });
}

/** The last word on each campus. */
function communitiesOf(history: readonly RecordedEvent[]): NaiveDocuments {
  const privacies = new Map<string, string>();
  for (const { type, data } of history) {
    const { campus, privacy } = data as CampusEvent['data'];
    if (type === 'CampusPrivacyChanged') privacies.set(campus, privacy);
  }
  const documents = [...privacies].map(([id, privacy]) => ({
    collection: 'communities',
    key: id,
    doc: { id, privacy },
  }));
  return { documents, whole: ['communities'] };
}

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
  const homes = [...documentsOf<Home>(seen, 'homes').values()];
  for (const [id, { members }] of documentsOf<{ readonly members: number }>(seen, 'campuses')) {
    const found = homes.filter(({ memberOf }) => memberOf === id).length;
    yield expects(members === found, () => `The number of members of ${id} says ${members}, it is ${found}.`);
  }
}

/** Campuses: who is let in is everybody's to know, the number of members is for those who may see the campus. */
export const campusModel: NounModel = {
  noun: 'campus',
  rights: campusRights,
  commands: {
    ChangeCampusPrivacy: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { campus: 'ou', privacy: 'private' },
      fields: fc.record({
        campus: fc.constantFrom('ou', 'ut', 'campus', 'atlantis'),
        privacy: fc.constantFrom('public', 'private'),
      }),
      payload: ({ fields }) => ({ data: fields }),
    }),
  },
  rule: { category: 'campus', check },
  steps: { privacy: { often: 1, act: changePrivacy } },
  documents(history) {
    const [members, privacies] = [membersOf(history), communitiesOf(history)];
    return {
      documents: [...members.documents, ...privacies.documents],
      whole: [...(members.whole ?? []), ...(privacies.whole ?? [])],
    };
  },
  access: { campuses: ({ viewer, key }) => mayLookInto(viewer, key), communities: () => true },
  answers: { take: () => undefined, check: checkMembers },
  topics: ({ campus }) => [
    [1, topicName.campus(campus)],
    [1, topicName.community(campus)],
  ],
  acts: {
    privacy: {
      often: 1,
      command(known) {
        const privacy = known.draw(2) === 0 ? 'private' : 'public';
        return isModeratorIn(known) ? { type: 'ChangeCampusPrivacy', data: { campus: 'ut', privacy } } : null;
      },
    },
  },
};
