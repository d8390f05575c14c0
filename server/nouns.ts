import { pictureKindsOf } from './media/pictures.ts';
import type { ServerNoun } from './noun.ts';
import { postNoun } from './post/noun.ts';
import { userNoun } from './user/noun.ts';

/** Every noun that has edges of its own on the server, a line each. What is derived from all of them stands below. */
export const serverNouns: readonly ServerNoun[] = [userNoun, postNoun];

/** The pictures of every noun. */
export const pictures = serverNouns.flatMap((noun) => noun.pictures ?? []);

/** The folders of the media store. */
export const pictureKinds = pictureKindsOf(pictures);

/** Every reactor by its name, with what makes it. */
export const reactorDeclarations = serverNouns.flatMap((noun) => Object.entries(noun.reactors ?? {}));

/** Every sweep of a noun. */
export const sweepDeclarations = serverNouns.flatMap((noun) => noun.sweeps ?? []);
