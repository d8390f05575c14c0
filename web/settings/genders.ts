import type { Gender } from '#domain/settings/gender.ts';

/** As they are shown (SETT-10). */
export const GENDERS: Readonly<Record<Gender, string>> = { male: 'Male', female: 'Female', other: 'Other' };
