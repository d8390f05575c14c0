import { invalid } from '../kernel/rejection.ts';
import { MIN_AGE_YEARS } from './limits.ts';

/** Refusals about settings (SETT-09 to SETT-11). */
export const settingsRejections = {
  PHONE_REQUIRED: invalid('A phone # is required'),
  PHONE_INVALID: invalid('Invalid phone #'),
  GENDER_REQUIRED: invalid('Must select a gender'),
  BIRTH_DATE_INCOMPLETE: invalid('Please fill in all the fields'),
  BIRTH_DATE_UNKNOWN: invalid('There is no such day. Please choose another one.'),
  /** The terms say so (AUTH-35). */
  TOO_YOUNG: invalid(`You must be at least ${MIN_AGE_YEARS} years old to use Quad.`),
};
