import { type Settings, settings } from '#projections/settings/collections.ts';
import { type AnsweredCommand, type AnswersModel, documentsOf, expects, type SeenFromOutside } from '../answers.ts';
import type { Part, Parts } from '../parts.ts';

/** Possible values of a user's settings: the last certain one, and later ones with an unknown outcome. */
interface ExpectedSettings {
  phones: readonly unknown[];
  mails: readonly unknown[];
}

/** Settings by the answers that their owners got, by user. */
const expectedSettings: Part<Map<string, ExpectedSettings>> = { begin: () => new Map() };

function take({ userId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const all = parts.of(expectedSettings);
  const own = all.get(userId) ?? { phones: [null], mails: [true] };
  all.set(userId, own);
  if (truth === 'no') return;
  const after = (values: readonly unknown[], value: unknown) => (truth === 'yes' ? [value] : [...values, value]);
  if (type === 'ChangePhone') own.phones = after(own.phones, data.phone);
  if (type === 'ChangeEmailNotifications') own.mails = after(own.mails, data.wanted);
}

function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const held = documentsOf<Settings>(seen, settings.name);
  for (const [userId, { phones, mails }] of parts.of(expectedSettings)) {
    if (!seen.readers.has(userId)) continue;
    const own = held.get(userId);
    const phone = own?.phone ?? null;
    const wanted = own?.emailNotifications ?? true;
    yield expects(phones.includes(phone), () => `The phone of ${userId} is ${phone}, it may be ${phones.join()}.`);
    yield expects(mails.includes(wanted), () => `Mails to ${userId} are wanted: ${wanted}, it may be ${mails.join()}.`);
  }
}

/** Settings, as each person sees their own: the last answer about each holds. */
export const settingsAnswers: AnswersModel = { take, check };
