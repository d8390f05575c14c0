import { maySeeCampus } from '#domain/campus/access.ts';
import { findCampus } from '#domain/campus/registry.ts';
import { defineTopics, documentOf, forThose } from '../kernel/topic.ts';
import { campuses } from './collections.ts';
import { campusTopicNames } from './topicNames.ts';

/** Live numbers of a campus, for those who may see it (CAMP-07). */
export const campusTopics = defineTopics(campusTopicNames, {
  campus: (id) =>
    findCampus(id) === undefined
      ? null
      : { ...documentOf(campuses, 'byId', id), ...forThose((viewer) => maySeeCampus(viewer, id)) },
});
