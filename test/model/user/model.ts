import { reveal } from '#domain/kernel/personal.ts';
import { pictureFolder } from '#domain/user/files.ts';
import type { Chat } from '#projections/chat/collections.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import type { Post } from '#projections/post/collections.ts';
import type { Like } from '#projections/reaction/collections.ts';
import type { Save } from '#projections/save/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Home, Profile } from '#projections/user/collections.ts';
import { drawFrom, type Given } from '../acts.ts';
import { mayLookInto } from '../campus/parts.ts';
import type { MaySee, NounModel } from '../model.ts';
import { userAnswers } from './answers.ts';
import { settleIn, userCommandModels } from './commands.ts';
import { userDocuments, userSteps } from './history.ts';
import { userRights } from './rights.ts';
import { userRule } from './rule.ts';

/**
 * The viewer, the people of visible campuses, the authors of visible posts, those who saved some (Q41), those who liked a
 * comment of the viewer, which is notified (NOTF-02), and those whom one talks with.
 */
export const maySeePerson: MaySee = ({ viewer, key, position, history }) => {
  // Moderators see the people of their lists, on whichever campus they are.
  if (key === viewer.userId || viewer.isModerator) return true;
  const home = history.at('homes', key, position) as Home | null | undefined;
  if (home == null || mayLookInto(viewer, home.campus)) return true;
  // Read twice: it is a generator.
  const posts = [...(history.ever('posts') as Iterable<Post>)];
  const saves = history.ever('saves') as Iterable<Save>;
  const likes = history.ever('likes') as Iterable<Like>;
  const chats = history.ever('chats') as Iterable<Chat>;
  const own = new Set(posts.filter(({ author }) => author === viewer.userId).map(({ id }) => id));
  const isPair = ({ starter, partner }: Chat, one: string) => starter === one || partner === one;
  return (
    [...chats].some((chat) => viewer.userId !== null && isPair(chat, viewer.userId) && isPair(chat, key)) ||
    [...likes].some(({ user, comment }) => user === key && own.has(comment)) ||
    posts.some(({ author, campus }) => author === key && mayLookInto(viewer, campus)) ||
    [...saves].some(({ user, campus }) => user === key && mayLookInto(viewer, campus))
  );
};

/** Campus, bio, year and counters of somebody: for those who may see their campus, whatever else they may see of the person. */
export const maySeeProfile: MaySee = ({ viewer, key, position, history }) => {
  if (key === viewer.userId || viewer.isModerator) return true;
  const home = history.at('homes', key, position) as Home | null | undefined;
  return home == null || mayLookInto(viewer, home.campus);
};

const bio = (words: string): Given => ({ type: 'ChangeBio', data: { bio: words } });

/** Users: their accounts, profiles and membership. */
export const userModel: NounModel = {
  noun: 'user',
  rights: userRights,
  commands: userCommandModels,
  prologue: settleIn,
  rule: userRule,
  steps: userSteps,
  documents: userDocuments,
  access: {
    accounts: ({ viewer, key }) => key === viewer.userId,
    people: maySeePerson,
    homes: maySeeProfile,
    introductions: maySeeProfile,
    erasures: maySeePerson,
  },
  hidden: ['usernames', 'hiddenPeople'],
  files: {
    people(doc) {
      const { id, picture } = doc as Profile;
      const name = reveal(picture)?.name;
      return { folder: pictureFolder(id), names: name === undefined ? [] : [name] };
    },
  },
  answers: userAnswers,
  topics(known) {
    const somebody = drawFrom(known, known.people) ?? known.me;
    return [
      [1, topicName.me(known.me)],
      [1, topicName.me(somebody)],
      [2, topicName.person(somebody)],
      [1, topicName.somePeople(known.campus, namesOf([...new Set([somebody, known.me])]))],
    ];
  },
  acts: {
    // Few texts, so that changes back to an earlier text occur.
    name: {
      often: 1,
      // First names that no sign-up has: which change won can be seen.
      command: ({ draw }) => ({
        type: 'ChangeName',
        data: { firstName: `Nu${'u'.repeat(draw(3))}`, lastName: 'Name' },
      }),
    },
    bio: { often: 2, command: ({ draw }) => bio(`Sells ${draw(3)}.`) },
  },
  orders: {
    // Moderators come and go; who is no longer one may not go on as one.
    role: {
      often: 1,
      command(known) {
        const userId = drawFrom(known, known.people);
        const type = known.draw(2) === 0 ? 'DismissModerator' : 'AppointModerator';
        return userId === undefined ? null : { by: 'house', type, data: { userId } };
      },
    },
  },
  story: {
    admits: { SubjectErased: 'never' },
    anytime: (known) => bio(known.words()),
    wavering: () => ['Sells 1.', 'Sells 2.', 'Sells 1.'].map(bio),
  },
};
