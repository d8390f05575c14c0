import { defineDocuments } from '../kernel/documents.ts';
import { acts, cases, reports } from './collections.ts';
import { reportTopics } from './topics.ts';

/** Cases, reports, and the audit trail. */
export const reportDocuments = defineDocuments({
  name: 'report',
  collections: [cases, reports, acts],
  topics: reportTopics,
});
