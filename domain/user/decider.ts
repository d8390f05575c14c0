import { defineDecider } from '../kernel/decider.ts';
import { recordCodeNotSent, recordCodeSent, requestEmailCode, requestSchoolCode } from './codeDecisions.ts';
import { userCommands } from './commands.ts';
import { eraseUser, expireUnconfirmed, yieldAddress } from './erasureDecisions.ts';
import { linkGoogle, registerWithGoogle } from './googleDecisions.ts';
import { confirmEmail, joinWithConfirmedEmail, verifySchool } from './membershipDecisions.ts';
import { recordPasswordChanged } from './passwordDecisions.ts';
import {
  changeBio,
  changeGraduationYear,
  changeName,
  changePicture,
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
    RequestEmailCode: requestEmailCode,
    ConfirmEmail: confirmEmail,
    RequestSchoolCode: requestSchoolCode,
    VerifySchool: verifySchool,
    JoinWithConfirmedEmail: joinWithConfirmedEmail,
    ChangeProfilePicture: changePicture,
    ChangeBio: changeBio,
    ChangeName: changeName,
    ChangeGraduationYear: changeGraduationYear,
    RemoveGraduationYear: removeGraduationYear,
    RegisterWithGoogle: registerWithGoogle,
    LinkGoogle: linkGoogle,
    YieldAddress: yieldAddress,
    RecordPasswordChanged: recordPasswordChanged,
    RecordCodeSent: recordCodeSent,
    RecordCodeNotSent: recordCodeNotSent,
    AppointModerator: appointModerator,
    DismissModerator: dismissModerator,
    ExpireUnconfirmed: expireUnconfirmed,
    EraseUser: eraseUser,
  },
  closing: [
    'ConfirmEmail',
    'VerifySchool',
    'RecordPasswordChanged',
    'RecordCodeSent',
    'RecordCodeNotSent',
    'DismissModerator',
    'ExpireUnconfirmed',
    'YieldAddress',
    'EraseUser',
  ],
});
