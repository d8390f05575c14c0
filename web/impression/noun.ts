import { defineWebNoun } from '../noun.ts';

/** What ads bring: counted where they are shown, and drawn for their owners. */
export const impression = defineWebNoun({ name: 'impression' });
