import { defineDecider } from '../kernel/decider.ts';
import { changeEmail, changeUnconfirmedEmail, requestEmailChange } from './addressDecisions.ts';
import { recordCodeNotSent, recordCodeSent, requestEmailCode, requestSchoolCode } from './codeDecisions.ts';
import { userCommands } from './commands.ts';
import { eraseUser, expireUnconfirmed, yieldAddress } from './erasureDecisions.ts';
import { linkGoogle, registerWithGoogle, unlinkGoogle } from './googleDecisions.ts';
import { confirmByLink, registerWithLink, resetPassword } from './linkDecisions.ts';
import { confirmEmail, joinWithConfirmedEmail, verifySchool } from './membershipDecisions.ts';
import { changePassword, setPassword } from './passwordDecisions.ts';
import {
  changeBio,
  changeGraduationYear,
  changeName,
  changePicture,
  changeUsername,
  removeGraduationYear,
} from './profileDecisions.ts';
import { registerUser } from './registration.ts';
import { appointModerator, dismissModerator } from './roleDecisions.ts';
import { evolveUser, initialUser } from './state.ts';

/** The rules of an account. */
export const userDecider = defineDecider(userCommands, {
  initial: initialUser,
  evolve: evolveUser,
  decide: {
    RegisterUser: registerUser,
    RegisterWithLink: registerWithLink,
    ConfirmByLink: confirmByLink,
    ResetPassword: resetPassword,
    RequestEmailCode: requestEmailCode,
    ChangeUnconfirmedEmail: changeUnconfirmedEmail,
    ConfirmEmail: confirmEmail,
    RequestSchoolCode: requestSchoolCode,
    VerifySchool: verifySchool,
    JoinWithConfirmedEmail: joinWithConfirmedEmail,
    RequestEmailChange: requestEmailChange,
    ChangeEmail: changeEmail,
    ChangeUsername: changeUsername,
    ChangeProfilePicture: changePicture,
    ChangeBio: changeBio,
    ChangeName: changeName,
    ChangeGraduationYear: changeGraduationYear,
    RemoveGraduationYear: removeGraduationYear,
    RegisterWithGoogle: registerWithGoogle,
    LinkGoogle: linkGoogle,
    UnlinkGoogle: unlinkGoogle,
    YieldAddress: yieldAddress,
    SetPassword: setPassword,
    ChangePassword: changePassword,
    RecordCodeSent: recordCodeSent,
    RecordCodeNotSent: recordCodeNotSent,
    AppointModerator: appointModerator,
    DismissModerator: dismissModerator,
    ExpireUnconfirmed: expireUnconfirmed,
    EraseUser: eraseUser,
  },
  closing: [
    'ConfirmEmail',
    'ConfirmByLink',
    'ResetPassword',
    'VerifySchool',
    'ChangeEmail',
    'SetPassword',
    'ChangePassword',
    'UnlinkGoogle',
    'RecordCodeSent',
    'RecordCodeNotSent',
    'DismissModerator',
    'ExpireUnconfirmed',
    'YieldAddress',
    'EraseUser',
  ],
});
