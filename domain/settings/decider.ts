import type { Denial, Viewer } from '../kernel/access.ts';
import { actingViewer } from '../kernel/acting.ts';
import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal, reveal } from '../kernel/personal.ts';
import type { Rejection } from '../kernel/rejection.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { refuseUnlessStanding } from '../user/face.ts';
import { settingsAccess } from './access.ts';
import { checkBirthDate, isSameDay } from './birthDate.ts';
import type { BirthDate } from './birthDateSchema.ts';
import { type SettingsCommandNamed, type SettingsContext, settingsCommands } from './commands.ts';
import type { SettingsEvent } from './events.ts';
import type { Gender } from './gender.ts';
import type { MailKind } from './mailKinds.ts';
import { checkPhone, normalisePhone } from './phone.ts';

/** A user's settings; `null` for what was never said, or erased. */
export interface SettingsState extends Counted {
  readonly phone: string | null;
  readonly gender: Gender | null;
  readonly birthDate: BirthDate | null;
  readonly emailNotifications: boolean;
  /** Kinds of mails that are not wanted. */
  readonly mutedMails: readonly MailKind[];
  readonly tipsDismissed: boolean;
}

/** Mails are wanted until a user says otherwise (NOTF-10). */
export const initialSettings: SettingsState = {
  phone: null,
  gender: null,
  birthDate: null,
  emailNotifications: true,
  mutedMails: [],
  tipsDismissed: false,
  eventCount: 0,
};

/** The settings of a person as a fact, or for the server's own look. */
export const settingsFact = streamFact<SettingsState>('settings');

/** Whether somebody wants mails of a kind: those about the campus at all, and this kind of them (NOTF-10). */
export function wantsMail(
  { emailNotifications, mutedMails }: Pick<SettingsState, 'emailNotifications' | 'mutedMails'>,
  kind: MailKind,
): boolean {
  return emailNotifications && !mutedMails.includes(kind);
}

type OwnCommand = keyof typeof settingsAccess.mayDo;

/**
 * A change by the owner.
 *
 * @param wrong why the new value is refused
 * @param news the event, or `null` when nothing changes
 */
function changeOwn<Type extends OwnCommand>(
  mayDo: (viewer: Viewer) => Denial,
  { actor, facts: { user } }: SettingsContext<Type>,
  wrong: Rejection | null,
  news: (userId: string) => SettingsEvent | null,
): Decision<SettingsEvent> {
  const viewer = actingViewer(actor, user);
  const denied = mayDo(viewer) ?? wrong;
  if (denied !== null) return refuse(denied);
  const event = news(viewer.userId ?? '');
  return event === null ? accept() : accept(event);
}

const { mayDo } = settingsAccess;

function changePhone(
  settings: SettingsState,
  { data }: SettingsCommandNamed<'ChangePhone'>,
  context: SettingsContext<'ChangePhone'>,
): Decision<SettingsEvent> {
  const phone = normalisePhone(data.phone);
  return changeOwn(mayDo.ChangePhone, context, checkPhone(phone), (userId) =>
    phone === settings.phone ? null : { type: 'PhoneChanged', data: { userId, phone: personal(phone) } },
  );
}

function changeGender(
  settings: SettingsState,
  { data: { gender } }: SettingsCommandNamed<'ChangeGender'>,
  context: SettingsContext<'ChangeGender'>,
): Decision<SettingsEvent> {
  return changeOwn(mayDo.ChangeGender, context, null, (userId) =>
    gender === settings.gender ? null : { type: 'GenderChanged', data: { userId, gender: personal(gender) } },
  );
}

function changeBirthDate(
  settings: SettingsState,
  { data: birthDate }: SettingsCommandNamed<'ChangeBirthDate'>,
  context: SettingsContext<'ChangeBirthDate'>,
): Decision<SettingsEvent> {
  return changeOwn(mayDo.ChangeBirthDate, context, checkBirthDate(birthDate, context.now), (userId) =>
    isSameDay(birthDate, settings.birthDate)
      ? null
      : { type: 'BirthDateChanged', data: { userId, birthDate: personal(birthDate) } },
  );
}

function changeEmailNotifications(
  settings: SettingsState,
  { data: { wanted } }: SettingsCommandNamed<'ChangeEmailNotifications'>,
  context: SettingsContext<'ChangeEmailNotifications'>,
): Decision<SettingsEvent> {
  return changeOwn(mayDo.ChangeEmailNotifications, context, null, (userId) =>
    wanted === settings.emailNotifications ? null : { type: 'EmailNotificationsChanged', data: { userId, wanted } },
  );
}

function changeMailKind(
  { mutedMails }: SettingsState,
  { data: { kind, wanted } }: SettingsCommandNamed<'ChangeMailKind'>,
  context: SettingsContext<'ChangeMailKind'>,
): Decision<SettingsEvent> {
  return changeOwn(mayDo.ChangeMailKind, context, null, (userId) =>
    wanted === !mutedMails.includes(kind) ? null : { type: 'MailKindChanged', data: { userId, kind, wanted } },
  );
}

function dismissTips(
  settings: SettingsState,
  _command: SettingsCommandNamed<'DismissTips'>,
  context: SettingsContext<'DismissTips'>,
): Decision<SettingsEvent> {
  return changeOwn(mayDo.DismissTips, context, null, (userId) =>
    settings.tipsDismissed ? null : { type: 'TipsDismissed', data: { userId } },
  );
}

function unsubscribe(
  settings: SettingsState,
  { data: { userId } }: SettingsCommandNamed<'Unsubscribe'>,
  { actor, facts: { user } }: SettingsContext<'Unsubscribe'>,
): Decision<SettingsEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  if (!settings.emailNotifications) return accept();
  return accept<SettingsEvent>({ type: 'EmailNotificationsChanged', data: { userId, wanted: false } });
}

function unsubscribeFrom(
  { mutedMails }: SettingsState,
  { data: { userId, kind } }: SettingsCommandNamed<'UnsubscribeFrom'>,
  { actor, facts: { user } }: SettingsContext<'UnsubscribeFrom'>,
): Decision<SettingsEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  if (mutedMails.includes(kind)) return accept();
  return accept<SettingsEvent>({ type: 'MailKindChanged', data: { userId, kind, wanted: false } });
}

function evolve(settings: SettingsState, event: SettingsEvent): SettingsState {
  switch (event.type) {
    case 'PhoneChanged':
      return { ...settings, phone: reveal(event.data.phone) };
    case 'GenderChanged':
      return { ...settings, gender: reveal(event.data.gender) };
    case 'BirthDateChanged':
      return { ...settings, birthDate: reveal(event.data.birthDate) };
    case 'EmailNotificationsChanged':
      return { ...settings, emailNotifications: event.data.wanted };
    case 'MailKindChanged':
      return { ...settings, mutedMails: withMailKind(settings.mutedMails, event.data) };
    case 'TipsDismissed':
      return { ...settings, tipsDismissed: true };
    default:
      return assertNever(event);
  }
}

/** The kinds of mails that are not wanted, after a change of one. */
export function withMailKind(
  muted: readonly MailKind[],
  { kind, wanted }: { readonly kind: MailKind; readonly wanted: boolean },
): MailKind[] {
  const others = muted.filter((each) => each !== kind);
  return wanted ? others : [...others, kind];
}

/** The rules of settings. */
export const settingsDecider = defineDecider(settingsCommands, {
  initial: initialSettings,
  evolve,
  decide: {
    ChangePhone: changePhone,
    ChangeGender: changeGender,
    ChangeBirthDate: changeBirthDate,
    ChangeEmailNotifications: changeEmailNotifications,
    ChangeMailKind: changeMailKind,
    DismissTips: dismissTips,
    Unsubscribe: unsubscribe,
    UnsubscribeFrom: unsubscribeFrom,
  },
  // A full stream must not keep mails coming.
  closing: ['Unsubscribe', 'UnsubscribeFrom'],
});
