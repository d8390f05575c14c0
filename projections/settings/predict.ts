import { reveal } from '#domain/kernel/personal.ts';
import { initialSettings, type SettingsState } from '#domain/settings/decider.ts';
import { settingsNoun } from '#domain/settings/noun.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { userOf } from '../user/predict.ts';
import { settings } from './collections.ts';

/** The state of a user's settings, as their document shows it. */
function settingsOf(userId: string, documents: HeldDocuments): SettingsState {
  const held = documents.get(settings, userId);
  if (held === undefined) return initialSettings;
  const { phone, gender, birthDate, emailNotifications, mutedMails, tipsDismissed } = held;
  return {
    ...initialSettings,
    ...{ phone: reveal(phone), gender: reveal(gender), birthDate: reveal(birthDate) },
    ...{ emailNotifications, mutedMails, tipsDismissed },
  };
}

const predicted = predictByDeciding(settingsNoun, { settings: settingsOf, user: userOf });

/** Predictions of what can wait to be sent; the forms wait for their answers. */
export const settingsPredictions = {
  ChangeEmailNotifications: predicted('ChangeEmailNotifications'),
  ChangeMailKind: predicted('ChangeMailKind'),
  DismissTips: predicted('DismissTips'),
};
