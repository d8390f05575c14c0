import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of reports; `topics.ts` defines their documents and access. */
export const reportTopicNames = defineTopicNames({
  /** The cases that are open, or those that are closed. */
  cases: ['status'],
  /** The open cases that one moderator looks after. */
  casesOf: ['moderator'],
  /** The reports about one thing. */
  reports: ['caseId'],
  /** Everything that moderators did. */
  audit: ['list'],
});
