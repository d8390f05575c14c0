import type { settingsNoun } from '#domain/settings/noun.ts';
import type { settingsProjection } from '#projections/settings/noun.ts';
import { own, type RightsOf } from '../rights.ts';

/** Settings are one's own. */
export const settingsRights: RightsOf<typeof settingsNoun, typeof settingsProjection> = {
  commands: {
    ChangePhone: own({ phone: '+1 405 555 0134' }),
    ChangeGender: own({ gender: 'other' }),
    ChangeBirthDate: own({ year: 2004, month: 2, day: 29 }),
    ChangeEmailNotifications: own({ wanted: false }),
    ChangeMailKind: own({ kind: 'like', wanted: false }),
    DismissTips: own({}),
  },
  topics: {},
};
