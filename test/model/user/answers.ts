import type { Home, Introduction, Profile } from '#projections/user/collections.ts';
import {
  type AnsweredCommand,
  type AnswersModel,
  documentsOf,
  expects,
  type Searched,
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
  /** Whether the name was changed after the sign-up. */
  name: Truth;
  /** Possible names, as bios. */
  names: readonly string[];
}

/** People by the answers that they got, by id. */
export const expectedPeople: Part<Map<string, ExpectedPerson>> = { begin: () => new Map() };

const NOTHING: ExpectedPerson = { joined: 'no', picture: 'no', bio: 'no', bios: [], name: 'no', names: [] };

const STEPS: Readonly<Record<string, 'joined' | 'picture' | 'bio' | 'name'>> = {
  JoinWithConfirmedEmail: 'joined',
  ChangeProfilePicture: 'picture',
  ChangeBio: 'bio',
  ChangeName: 'name',
};

function take({ userId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const people = parts.of(expectedPeople);
  const person = people.get(userId) ?? { ...NOTHING };
  people.set(userId, person);
  const step = STEPS[type];
  if (step === undefined || truth === 'no') return;
  // A confirmed step stays true, whatever the outcome of a later one.
  if (person[step] !== 'yes') person[step] = truth;
  if (step === 'bio') person.bios = possible(person.bios, truth, String(data.bio));
  if (step === 'name') person.names = possible(person.names, truth, `${data.firstName} ${data.lastName}`);
}

/** The possible values after a change that landed, or may have. */
function possible(before: readonly string[], truth: Truth, value: string): readonly string[] {
  return truth === 'yes' ? [value] : [...before, value];
}

function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const people = parts.of(expectedPeople);
  const introductions = documentsOf<Introduction>(seen, 'introductions');
  const homes = documentsOf<Home>(seen, 'homes');
  for (const [userId, profile] of documentsOf<Profile>(seen, 'people')) {
    if (profile.erased) continue;
    const { joined, picture, bio, bios, name, names } = people.get(userId) ?? NOTHING;
    const steps = [
      ['joining the campus', joined, (homes.get(userId)?.memberOf ?? null) !== null],
      ['the picture', picture, profile.hasPicture],
      ['the bio', bio, bios.includes(String(introductions.get(userId)?.bio))],
      ['the name', name, names.includes(`${profile.firstName} ${profile.lastName}`)],
    ] as const;
    for (const [what, truth, isThere] of steps) {
      yield expects(truth !== 'yes' || isThere, () => `Of ${userId}, ${what} was acknowledged and is missing.`);
      yield expects(truth !== 'no' || !isThere, () => `Of ${userId}, ${what} is there, and no answer said so.`);
    }
  }
}

/** Members are found by their names. */
function* searched(seen: SeenFromOutside): Iterable<Searched> {
  const homes = documentsOf<Home>(seen, 'homes');
  for (const [key, { erased, firstName, lastName }] of documentsOf<Profile>(seen, 'people')) {
    const home = homes.get(key);
    if (erased || home?.memberOf == null || home.hidden) continue;
    yield { asked: { show: 'people', q: `${firstName} ${lastName}` }, key, gone: null };
  }
}

/** The steps of a profile, each as it was answered. Sign-up, codes and erasure are no commands of a page. */
export const userAnswers: AnswersModel = { take, check, searched };
