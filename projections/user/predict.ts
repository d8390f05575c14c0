import { mediaOfPlainFile } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { userNoun } from '#domain/user/noun.ts';
import { initialUser, type UserState } from '#domain/user/state.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { homes, introductions, people } from './collections.ts';

/** A user's state, as far as the profile shows it. */
export function userOf(userId: string, documents: HeldDocuments): UserState {
  const person = documents.get(people, userId);
  if (person === undefined) return initialUser;
  const introduction = documents.get(introductions, userId);
  const home = documents.get(homes, userId);
  const { id, erased, verified, hasPicture, hasBio } = person;
  return {
    ...initialUser,
    userId: id,
    erased,
    campus: home?.campus ?? null,
    verified,
    memberOf: home?.memberOf ?? null,
    username: reveal(person.username),
    picture: reveal(person.picture)?.name ?? null,
    hasPicture,
    firstName: reveal(person.firstName),
    lastName: reveal(person.lastName),
    bio: introduction === undefined ? null : reveal(introduction.bio),
    hasBio,
    graduationYear: introduction === undefined ? null : reveal(introduction.graduationYear),
  };
}

const predicted = predictByDeciding(userNoun, { user: userOf });

/** Predictions of changes to a profile. */
export const userPredictions = {
  ChangeBio: predicted('ChangeBio'),
  ChangeName: predicted('ChangeName'),
  ChangeGraduationYear: predicted('ChangeGraduationYear'),
  RemoveGraduationYear: predicted('RemoveGraduationYear'),
  ChangeProfilePicture: predicted('ChangeProfilePicture', ({ picture }) => [mediaOfPlainFile(picture)]),
};
