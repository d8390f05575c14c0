/** What the tabs of other nouns in the moderators' console are made of. */
export { Entries, PersonLink } from './Entries.tsx';
