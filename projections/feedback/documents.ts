import { defineDocuments } from '../kernel/documents.ts';
import { feedback } from './collections.ts';
import { feedbackTopics } from './topics.ts';

/** The feedback of people. */
export const feedbackDocuments = defineDocuments({
  name: 'feedback',
  collections: [feedback],
  topics: feedbackTopics,
});
