import { campusNoun } from './campus/noun.ts';
import { postNoun } from './post/noun.ts';
import { saveNoun } from './save/noun.ts';
import { userNoun } from './user/noun.ts';

/** Every noun of the product, a line each. What is known of all of them is derived in `registry.ts`. */
export const nouns = [userNoun, campusNoun, postNoun, saveNoun] as const;
