import { createHash } from 'node:crypto';
import { derivedId, effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { animatedGif, picture, turnedPhoto } from '#test/server/support/pictures.ts';
import { type Source, stableId } from './source.ts';

/** A word in all texts of people: it may be in answers, never in a log line (P9). */
export const TEXT_CANARY = 'CanaryTextOfAPerson';
/** Posts, each with a picture, that are there before the first input and that no input deletes as it should. */
export const FIRST_POSTS = 40;
/** Of a hundred inputs about a post, those about one that is certainly there. */
const FIRST_PERCENT = 70;
/** Inputs for each further post. */
const INPUTS_PER_POST = 12;

/** A member as inputs name them. Everything follows from the seed, so that an input is the same in every run. */
export interface Person {
  readonly index: number;
  readonly registrationId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly username: string;
}

/** A post or comment that some input makes, or not: whose it is and under which ids. */
export interface PlannedPost {
  readonly author: number;
  readonly commandId: string;
  readonly postId: string;
}

/** The data that inputs are drawn from. */
export interface World {
  readonly seed: number;
  readonly people: readonly Person[];
  /** Pictures that are accepted as they are. */
  readonly pictures: readonly Buffer[];
}

export function personOf(seed: number, index: number): Person {
  const registrationId = stableId(seed, 'registration', index);
  const mark = stableId(seed, 'secret', index).slice(0, 8);
  return {
    index,
    registrationId,
    userId: newId(effectiveCommandId('visitor', registrationId), 0),
    email: `canary.${mark}@ou.edu`,
    password: `canary-password-${mark}`,
    username: `canaryperson${index}`,
  };
}

/** Makes the world of a seed. */
export async function createWorld(seed: number, people: number): Promise<World> {
  return {
    seed,
    people: Array.from({ length: people }, (_, index) => personOf(seed, index)),
    pictures: await Promise.all([
      picture(64, 48, 'png'),
      picture(80, 60, 'jpeg'),
      picture(48, 64, 'webp'),
      picture(32, 32, 'gif'),
      turnedPhoto(90, 60),
      animatedGif(24, 24, 3),
    ]),
  };
}

/** The k-th post of the run. */
export function plannedPost({ seed, people }: World, k: number): PlannedPost {
  const author = k % people.length;
  const commandId = stableId(seed, 'post', k);
  return { author, commandId, postId: newId(effectiveCommandId(people[author]?.userId ?? '', commandId), 0) };
}

/** Some post: one that is there, or one that an earlier input may have made. */
export function somePost(world: World, source: Source, number: number): PlannedPost {
  return source.chance(FIRST_PERCENT)
    ? plannedPost(world, source.int(0, FIRST_POSTS - 1))
    : someLaterPost(world, source, number);
}

/** Some post that is not one of the first. */
export function someLaterPost(world: World, source: Source, number: number): PlannedPost {
  return plannedPost(world, FIRST_POSTS + source.int(0, Math.floor(number / INPUTS_PER_POST)));
}

/** A member's first picture: of a profile, or of one of the first posts. */
export function firstPicture({ pictures }: World): Buffer {
  return pictures[0] ?? Buffer.alloc(0);
}

/** The name under which the store keeps the first picture that an owner brings to a folder. */
export function firstPictureName(world: World, folder: string, owner: string): string {
  const digest = createHash('sha256').update(firstPicture(world)).digest('hex');
  return `${derivedId('media', folder, owner, digest)}.webp`;
}

/** Some member. */
export function somebody(world: World, source: Source): Person {
  return source.pick(world.people);
}

/** A network address, from enough that no brake on an address is reached. */
export function someAddress(source: Source): string {
  return `10.${source.int(0, 255)}.${source.int(0, 255)}.${source.int(1, 254)}`;
}
