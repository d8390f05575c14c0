/** Parts of the moderators' console, for the tabs of other nouns and their dialogs. */
export { Entries, PersonLink } from './Entries.tsx';
export { MessageReport } from './MessageReport.tsx';
export { ReasonForm } from './ReasonForm.tsx';
export { useAct } from './useAct.ts';
