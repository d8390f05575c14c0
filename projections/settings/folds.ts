import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { EventNamed } from '#domain/registry.ts';
import { initialSettings, withMailKind } from '#domain/settings/decider.ts';
import type { SettingsEvent } from '#domain/settings/events.ts';
import { absent } from '../kernel/absent.ts';
import { type Fold, type Folds, write } from '../kernel/projection.ts';
import { type Settings, settings } from './collections.ts';

const own = ({ data }: { readonly data: { readonly userId: string } }) => [
  { collection: settings.name, key: data.userId },
];

/** As they are before the first change. */
function unset(id: string): Settings {
  const { emailNotifications, mutedMails, tipsDismissed } = initialSettings;
  return {
    id,
    phone: absent(),
    gender: absent(),
    birthDate: absent(),
    emailNotifications,
    mutedMails: [...mutedMails],
    tipsDismissed,
    erased: false,
  };
}

/** A fold that changes a user's settings. A change that races the erasure of its user changes nothing. */
function changing<Type extends SettingsEvent['type']>(
  change: (event: RecordedEvent<EventNamed<Type>>, before: Settings) => Partial<Settings>,
): Fold<Type> {
  return {
    reads: own,
    fold(event, documents) {
      const { userId } = event.data;
      const before = documents.get(settings, userId) ?? unset(userId);
      return before.erased ? [] : [write(settings, userId, { ...before, ...change(event, before) })];
    },
  };
}

const erased: Fold<'SubjectErased'> = {
  reads: own,
  fold: ({ data: { userId } }) => [write(settings, userId, { ...unset(userId), erased: true })],
};

/** How each event changes a user's settings. */
export const settingsFolds: Folds = {
  PhoneChanged: changing<'PhoneChanged'>(({ data }) => ({ phone: data.phone })),
  GenderChanged: changing<'GenderChanged'>(({ data }) => ({ gender: data.gender })),
  BirthDateChanged: changing<'BirthDateChanged'>(({ data }) => ({ birthDate: data.birthDate })),
  EmailNotificationsChanged: changing<'EmailNotificationsChanged'>(({ data }) => ({ emailNotifications: data.wanted })),
  MailKindChanged: changing<'MailKindChanged'>(({ data }, { mutedMails }) => ({
    mutedMails: withMailKind(mutedMails, data),
  })),
  TipsDismissed: changing<'TipsDismissed'>(() => ({ tipsDismissed: true })),
  SubjectErased: erased,
};
