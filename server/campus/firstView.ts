import { topicName } from '#projections/sync/topicNames.ts';
import type { FirstView } from '../http/firstView.ts';

/** On every page: whether the campus is private decides what is drawn at all (CAMP-07). */
export const campusFirstView: FirstView = (_path, { campus }) => [topicName.community(campus)];
