/**
 * What everything shares in which people write: drafts that outlive a reload, photos and videos on their way, texts at
 * their limit. Posts, comments and messages are written with it.
 */

export { keptText } from './draftContent.ts';
export type { StoredDraft } from './draftRecords.ts';
export { draftPlace, forgetDrafts, putDraft } from './draftStorage.ts';
export { type Cost, type DraftTerms, NOTHING_OFFERED } from './draftTerms.ts';
export { fitText } from './fitText.ts';
export { type LeftOut, LeftOutNote, useLeftOut } from './LeftOutNote.tsx';
export { PENDING_TEXTS, type PendingReason, pendingReason } from './pendingReason.ts';
export {
  type DraftPhoto,
  draftName,
  mediaOf,
  pendingName,
  pendingPosterName,
  storedPhoto,
  takenBack,
  uploadsOfPhoto,
} from './photo.ts';
export { FAULT, refusalText, uploadErrorText } from './refusalText.ts';
export { type Draft, useDraft } from './useDraft.ts';
export { type PhotoActions, usePhotos } from './usePhotos.ts';
export { type PlainDraft, usePlainDraft } from './usePlainDraft.ts';
