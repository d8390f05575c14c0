import { defineDocuments } from '../kernel/documents.ts';
import { campuses, communities } from './collections.ts';
import { communityRight } from './right.ts';
import { campusTopics } from './topics.ts';

/** Campuses with their members, and who may see them. */
export const campusDocuments = defineDocuments({
  name: 'campus',
  collections: [campuses, communities],
  topics: campusTopics,
  rights: [communityRight],
});
