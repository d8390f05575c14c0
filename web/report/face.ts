/** Parts of a list in the moderators' console, for the tabs of other nouns. */
export { Entries, PersonLink } from './Entries.tsx';
export { MessageReport } from './MessageReport.tsx';
