import { maySeeCampus } from '#domain/campus/access.ts';
import { findCampus } from '#domain/campus/registry.ts';
import { defineTopics, documentOf, forThose } from '../kernel/topic.ts';
import { campuses, communities } from './collections.ts';
import { campusTopicNames } from './topicNames.ts';

/** Live numbers of a campus, for those who may see it; and for everybody whether it is private (CAMP-07). */
export const campusTopics = defineTopics(campusTopicNames, {
  campus: (id) =>
    findCampus(id) === undefined
      ? null
      : { ...documentOf(campuses, 'byId', id), ...forThose((reader) => maySeeCampus(reader, id)) },
  community: (id) =>
    findCampus(id) === undefined ? null : { ...documentOf(communities, 'byId', id), ...forThose(() => true) },
});
