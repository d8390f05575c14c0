import { campusProjection } from './campus/noun.ts';
import { postProjection } from './post/noun.ts';
import { saveProjection } from './save/noun.ts';
import { userProjection } from './user/noun.ts';

/** The read models of every noun, a line each. What is known of all of them is derived in `registry.ts`. */
export const nouns = [userProjection, campusProjection, postProjection, saveProjection] as const;
