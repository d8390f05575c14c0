import { defineNoun } from '../kernel/noun.ts';
import { campusAccess } from './access.ts';
import { campusRejections } from './rejections.ts';

/** Campuses: a list in the source, without streams; and the rule who may see a campus. */
export const campusNoun = defineNoun({ name: 'campus', rejections: campusRejections, access: campusAccess });
