import { reveal } from '#domain/kernel/personal.ts';
import { initialSettings } from '#domain/settings/decider.ts';
import { settings } from '#projections/settings/collections.ts';
import type { OwnRecord } from '../archive/ownRecord.ts';

/** The settings' part of a person's record (DATA-01); as they begin, before the first change. */
export const settingsRecord: OwnRecord = (own) => {
  const found = own.get(settings);
  return {
    phone: found === null ? null : reveal(found.phone),
    gender: found === null ? null : reveal(found.gender),
    birth_date: found === null ? null : reveal(found.birthDate),
    email_notifications: found?.emailNotifications ?? initialSettings.emailNotifications,
    getting_started: found?.tipsDismissed ?? initialSettings.tipsDismissed,
  };
};
