import { mustBeConfirmed, type Viewer } from '../kernel/access.ts';

/** Who may see and change settings: nobody but their owner; each command targets the sender's own stream. */
export const settingsAccess = {
  maySee(viewer: Viewer, userId: string): boolean {
    return viewer.userId === userId;
  },
  mayDo: {
    ChangePhone: mustBeConfirmed,
    ChangeGender: mustBeConfirmed,
    ChangeBirthDate: mustBeConfirmed,
    ChangeEmailNotifications: mustBeConfirmed,
    ChangeMailKind: mustBeConfirmed,
    DismissTips: mustBeConfirmed,
  },
};
