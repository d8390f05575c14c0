/** Exports of users for other nouns. */
export { createSignIn } from './routes/session.ts';
