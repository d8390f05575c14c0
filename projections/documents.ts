import { adDocuments } from './ad/documents.ts';
import { analyticsDocuments } from './analytics/documents.ts';
import { banDocuments } from './ban/documents.ts';
import { campusDocuments } from './campus/documents.ts';
import { chatDocuments } from './chat/documents.ts';
import { deletionDocuments } from './deletion/documents.ts';
import { feedbackDocuments } from './feedback/documents.ts';
import { impressionDocuments } from './impression/documents.ts';
import { messageDocuments } from './message/documents.ts';
import { notificationDocuments } from './notification/documents.ts';
import { passkeyDocuments } from './passkey/documents.ts';
import { postDocuments } from './post/documents.ts';
import { previewDocuments } from './preview/documents.ts';
import { reactionDocuments } from './reaction/documents.ts';
import { reportDocuments } from './report/documents.ts';
import { saveDocuments } from './save/documents.ts';
import { searchDocuments } from './search/documents.ts';
import { settingsDocuments } from './settings/documents.ts';
import { userDocuments } from './user/documents.ts';

/** The documents of every noun, one a line. `documentRegistry.ts` derives the rest from this list. */
export const documents = [
  userDocuments,
  campusDocuments,
  postDocuments,
  saveDocuments,
  adDocuments,
  impressionDocuments,
  reactionDocuments,
  notificationDocuments,
  previewDocuments,
  chatDocuments,
  messageDocuments,
  settingsDocuments,
  banDocuments,
  reportDocuments,
  feedbackDocuments,
  deletionDocuments,
  passkeyDocuments,
  analyticsDocuments,
  searchDocuments,
] as const;
