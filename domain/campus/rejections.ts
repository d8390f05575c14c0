import { forbidden, invalid, notFound } from '../kernel/rejection.ts';

/** Refusals at the border of a campus. */
export const campusRejections = {
  SCHOOL_NOT_VERIFIED: forbidden('Please verify your school email before posting, commenting or messaging.'),
  OTHER_CAMPUS: forbidden('You are a guest on this campus. Join it with your school email to post and comment here.'),
  CAMPUS_PRIVATE: forbidden('This community is private.'),
  CAMPUS_UNKNOWN: notFound('There is no such campus.'),
  CAMPUS_GENERIC: invalid('The site of all campuses stays public.'),
};
