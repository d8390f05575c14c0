import { adModel } from './ad/model.ts';
import { analyticsModel } from './analytics/model.ts';
import { banModel } from './ban/model.ts';
import { campusModel } from './campus/model.ts';
import { chatModel } from './chat/model.ts';
import { deletionModel } from './deletion/model.ts';
import { feedbackModel } from './feedback/model.ts';
import { impressionModel } from './impression/model.ts';
import { messageModel } from './message/model.ts';
import type { NounModel } from './model.ts';
import { notificationModel } from './notification/model.ts';
import { passkeyModel } from './passkey/model.ts';
import { postModel } from './post/model.ts';
import { previewModel } from './preview/model.ts';
import { reactionModel } from './reaction/model.ts';
import { reportModel } from './report/model.ts';
import { saveModel } from './save/model.ts';
import { searchModel } from './search/model.ts';
import { settingsModel } from './settings/model.ts';
import { userModel } from './user/model.ts';

/** The model of every noun: each proof draws on all of them. */
export const models: readonly NounModel[] = [
  userModel,
  campusModel,
  postModel,
  saveModel,
  adModel,
  impressionModel,
  reactionModel,
  chatModel,
  messageModel,
  notificationModel,
  previewModel,
  settingsModel,
  banModel,
  reportModel,
  feedbackModel,
  deletionModel,
  passkeyModel,
  analyticsModel,
  searchModel,
];
