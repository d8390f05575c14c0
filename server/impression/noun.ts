import { defineServerNoun } from '../noun.ts';
import { impressionRoutes } from './routes.ts';

/** The actions of people at sponsored posts: gathered, and counted in batches. */
export const impressionNoun = defineServerNoun({
  name: 'impression',
  routes: (parts) => [impressionRoutes(parts)],
});
