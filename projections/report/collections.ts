import * as z from 'zod/mini';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { outcomeSchema, reportedKindSchema } from '#domain/report/kinds.ts';
import { type DocumentRef, defineCollection } from '../kernel/collection.ts';
import { reportTopicNames } from './topicNames.ts';

const person = (key: string | null): readonly DocumentRef[] => (key === null ? [] : [{ collection: 'people', key }]);

const caseSchema = z.strictObject({
  /** Id of the reported person, post or message. */
  id: z.string(),
  kind: reportedKindSchema,
  /** The reported person, or the author. */
  person: z.string(),
  campus: z.string(),
  /** The top-level post; `null` for a person or message. */
  root: z.nullable(z.string()),
  status: z.enum(['open', 'closed']),
  /** Id of the moderator who looks after it while it is open; empty: nobody. */
  taker: z.string(),
  /** Reports since it was opened last. */
  reports: z.number(),
  /** Reason of the newest report. */
  reason: z.string(),
  /** The content when it was reported last. */
  content: personalField(z.string()),
  imageCount: z.number(),
  /** Names of its files when it was reported last, in the folder of the thing. */
  files: personalField(z.array(z.string())),
  /** Whether files are kept for the case, this evidence's or an earlier one's. */
  keepsFiles: z.enum(['yes', 'no']),
  /** The thing is gone by now. */
  isDeleted: z.boolean(),
  /** ISO instant of the last change: order of the lists. */
  changedAt: z.string(),
  closed: z.nullable(z.strictObject({ by: z.string(), outcome: outcomeSchema })),
});
export type Case = z.infer<typeof caseSchema>;

/** A case for each thing that was ever reported, with the evidence, sealed under its author's key. Key: its id. */
export const cases = defineCollection<Case>({
  name: 'cases',
  schema: caseSchema,
  subject: 'person',
  personal: personalFields(caseSchema),
  queries: {
    byStatus: { equals: ['status'], order: 'changedAt' },
    keeping: { equals: ['status', 'keepsFiles'], order: 'changedAt' },
    byTaker: { equals: ['taker'], order: 'changedAt' },
  },
  topics: ({ status, taker }) => [
    reportTopicNames.cases(status),
    ...(taker !== '' && status === 'open' ? [reportTopicNames.casesOf(taker)] : []),
  ],
  refs: (each) => [...person(each.person), ...person(each.taker || null), ...person(each.closed?.by ?? null)],
});

const reportSchema = z.strictObject({
  /** Id of its event. */
  id: z.string(),
  caseId: z.string(),
  reporter: z.string(),
  reason: z.string(),
  text: personalField(z.string()),
  at: z.string(),
});
export type Report = z.infer<typeof reportSchema>;

/** Every report, with its reporter's words. Key: id of its event. */
export const reports = defineCollection<Report>({
  name: 'reports',
  schema: reportSchema,
  subject: 'reporter',
  personal: personalFields(reportSchema),
  queries: { byCase: { equals: ['caseId'], order: 'at' } },
  topics: ({ caseId }) => [reportTopicNames.reports(caseId)],
  refs: ({ reporter }) => person(reporter),
});

const actSchema = z.strictObject({
  /** Id of its event. */
  id: z.string(),
  /** All of them are in one list. */
  list: z.literal('all'),
  /** Type of the event. */
  action: z.string(),
  /** Id of the moderator, or the name of the operator. */
  by: z.string(),
  at: z.string(),
  /** Whom it concerns; `null`: a campus. */
  person: z.nullable(z.string()),
  /** Id of the post, comment or case, or the term of a search; `null`: none. */
  thing: z.nullable(z.string()),
  campus: z.nullable(z.string()),
  /** Reason or outcome, else `null`. */
  why: z.nullable(z.string()),
});
export type Act = z.infer<typeof actSchema>;

/** The audit trail: every action of moderators, and of the operator about them. Key: id of the event. */
export const acts = defineCollection<Act>({
  name: 'acts',
  schema: actSchema,
  queries: { list: { equals: ['list'], order: 'at' } },
  topics: ({ list }) => [reportTopicNames.audit(list)],
  refs: ({ by, person: whom }) => [...(isUser(by) ? person(by) : []), ...person(whom)],
});

/** Ids of people are UUIDs; the operator has a name. */
function isUser(actor: string): boolean {
  return z.uuid().safeParse(actor).success;
}
