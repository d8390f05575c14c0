import type { Profile } from '#projections/user/collections.ts';
import {
  type AnsweredCommand,
  type AnswersModel,
  documentsOf,
  expects,
  type SeenFromOutside,
  type Truth,
} from '../answers.ts';
import type { Part, Parts } from '../parts.ts';

/** The steps of a person after the sign-up, by the answers to them. */
interface ExpectedPerson {
  /** Member of the campus. */
  joined: Truth;
  /** Whether a picture was set: of one that was uploaded only, nothing is known. */
  picture: Truth;
  bio: Truth;
  /** Possible bios: the last certain one, or a later one with an unknown outcome. */
  bios: readonly string[];
}

/** People by the answers that they got, by id. */
export const expectedPeople: Part<Map<string, ExpectedPerson>> = { begin: () => new Map() };

const STEPS: Readonly<Record<string, 'joined' | 'picture' | 'bio'>> = {
  JoinWithConfirmedEmail: 'joined',
  ChangeProfilePicture: 'picture',
  ChangeBio: 'bio',
};

function take({ userId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const people = parts.of(expectedPeople);
  const person = people.get(userId) ?? { joined: 'no', picture: 'no', bio: 'no', bios: [] };
  people.set(userId, person);
  const step = STEPS[type];
  if (step === undefined || truth === 'no') return;
  // A confirmed step stays true, whatever the outcome of a later one.
  if (person[step] !== 'yes') person[step] = truth;
  if (step === 'bio') person.bios = truth === 'yes' ? [String(data.bio)] : [...person.bios, String(data.bio)];
}

function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const people = parts.of(expectedPeople);
  const nothing: ExpectedPerson = { joined: 'no', picture: 'no', bio: 'no', bios: [] };
  for (const [userId, profile] of documentsOf<Profile>(seen, 'people')) {
    if (profile.erased) continue;
    const { joined, picture, bio, bios } = people.get(userId) ?? nothing;
    const steps = [
      ['joining the campus', joined, profile.memberOf !== null],
      ['the picture', picture, profile.hasPicture],
      ['the bio', bio, bios.includes(String(profile.bio))],
    ] as const;
    for (const [what, truth, isThere] of steps) {
      yield expects(truth !== 'yes' || isThere, () => `Of ${userId}, ${what} was acknowledged and is missing.`);
      yield expects(truth !== 'no' || !isThere, () => `Of ${userId}, ${what} is there, and nobody was told so.`);
    }
  }
}

/** The steps of a profile, each as it was answered. Sign-up, codes and erasure are no commands of a page. */
export const userAnswers: AnswersModel = { take, check };
