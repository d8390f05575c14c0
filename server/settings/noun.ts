import { reveal } from '#domain/kernel/personal.ts';
import { mailKindWords } from '#domain/settings/face.ts';
import { settings } from '#projections/settings/collections.ts';
import { inWords } from '../archive/entries.ts';
import { defineServerNoun } from '../noun.ts';
import { settingsRecord } from './record.ts';

/** Settings: what they say to their owner. */
export const settingsNoun = defineServerNoun({
  name: 'settings',
  ownDocuments: [settings],
  ownRecord: settingsRecord,
  archive: {
    PhoneChanged: ({ data }) => ({ what: 'You changed your phone number', text: reveal(data.phone) }),
    GenderChanged: ({ data }) => ({ what: 'You changed your gender', text: reveal(data.gender) }),
    BirthDateChanged({ data }) {
      const date = reveal(data.birthDate);
      return { what: 'You changed your birth date', text: date && inWords(date.year, date.month, date.day) };
    },
    EmailNotificationsChanged: ({ data }) => ({
      what: data.wanted ? 'You turned mails about the campus on' : 'You turned mails about the campus off',
    }),
    MailKindChanged: ({ data: { kind, wanted } }) => ({
      what: `You turned mails about ${mailKindWords[kind].short} ${wanted ? 'on' : 'off'}`,
    }),
  },
});
