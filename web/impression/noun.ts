import { defineWebNoun } from '../noun.ts';

/** The figures of ads: counted where ads are shown, and drawn for their owners. */
export const impression = defineWebNoun({ name: 'impression' });
