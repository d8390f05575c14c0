import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { MEDIA_NAME_MAX_CHARACTERS } from '../kernel/limits.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { type Personal, personal, personalField } from '../kernel/personal.ts';
import { outcomeSchema, reportedKindSchema } from './kinds.ts';

/** The reported thing; in every event, so that folds need no other stream. */
const thing = {
  /** Id of the reported person or post, and of the case. */
  caseId: idSchema,
  kind: reportedKindSchema,
  /** The reported person, or the author of the reported post. */
  person: idSchema,
  campus: z.string(),
  /** The top-level post, to which a moderator is led; `null` for a person. */
  root: z.nullable(idSchema),
};

/** The words that stood there, and the number of photos. */
const evidence = { content: personalField(z.string()), imageCount: z.int().check(z.minimum(0)) };

const noFiles: Personal<readonly string[]> = personal([]);
const same = <Value>(value: Value) => value;

/** The events of a case's stream (`report-<caseId>`): all reports about one person, post or comment. */
export const reportEvents = {
  /** Somebody reported it (PROF-06). The first report opens the case. */
  Reported: defineEvent({
    type: 'Reported',
    subject: 'reporter',
    schema: z.strictObject({
      ...thing,
      reporter: idSchema,
      reason: moderationReasonSchema,
      text: personalField(z.string()),
    }),
  }),
  /** The content at the moment of the report: it is kept when the thing is edited or deleted, until its author is erased. */
  EvidenceKept: defineEvent({
    type: 'EvidenceKept',
    subject: 'person',
    schema: z.strictObject({
      ...thing,
      ...evidence,
      /** Names of the files in the folder of the post or profile: they are kept, too, until `EvidenceReleased`. */
      files: personalField(z.array(z.string().check(z.maxLength(MEDIA_NAME_MAX_CHARACTERS)))),
      fileCount: z.int().check(z.minimum(0)),
    }),
    previous: [
      {
        // Before files were kept: they went with the post.
        schema: z.strictObject({ ...thing, ...evidence }),
        upcast: (data: object) => ({ ...data, files: noFiles, fileCount: 0 }),
        personal: { content: same },
      },
    ],
  }),
  /** The files that were kept as evidence are no longer: the case has been decided for `EVIDENCE_FILES_KEPT_DAYS`. */
  EvidenceReleased: defineEvent({ type: 'EvidenceReleased', schema: z.strictObject(thing) }),
  /** A moderator looks after the case. */
  CaseTaken: defineEvent({ type: 'CaseTaken', schema: z.strictObject({ ...thing, by: idSchema }) }),
  CaseReleased: defineEvent({ type: 'CaseReleased', schema: z.strictObject({ ...thing, by: idSchema }) }),
  /** A moderator has decided. A later report opens the case again. */
  CaseClosed: defineEvent({
    type: 'CaseClosed',
    schema: z.strictObject({ ...thing, by: idSchema, outcome: outcomeSchema }),
  }),
};

export type ReportEvent = EventOf<typeof reportEvents>;
