import { defineNoun } from '../kernel/noun.ts';
import { campusAccess } from './access.ts';
import { campusRejections } from './rejections.ts';

/** Campuses: a list in the source, without a stream of their own; who may see what is shared on one. */
export const campusNoun = defineNoun({ name: 'campus', rejections: campusRejections, access: campusAccess });
