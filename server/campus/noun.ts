import { defineServerNoun } from '../noun.ts';
import { campusFirstView } from './firstView.ts';

/** Campuses: what every page knows of the campus on whose site it is. */
export const campusNoun = defineServerNoun({ name: 'campus', firstView: campusFirstView });
