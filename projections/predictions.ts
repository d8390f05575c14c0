import { merge } from '#domain/kernel/merge.ts';
import { nouns } from './nouns.ts';

/** What is shown at once, by command type; a command that is not named here shows nothing before its answer. */
export const predictions = merge(nouns.map((noun) => noun.predictions));
