import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { MEDIA_NAME_MAX_CHARACTERS } from '../kernel/limits.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { type Personal, personal, personalField } from '../kernel/personal.ts';
import { firstKindSchema, outcomeSchema, reportedKindSchema } from './kinds.ts';

/** The reported thing; in every event, so that folds need no other stream. */
const thing = {
  /** Id of the reported person, post or message, and of the case. */
  caseId: idSchema,
  kind: reportedKindSchema,
  /** The reported person, or the author of what was reported. */
  person: idSchema,
  campus: z.string(),
  /** The top-level post, to which a moderator is led; `null` for a person or message. */
  root: z.nullable(idSchema),
};
/** As it was before messages could be reported. */
const firstThing = { ...thing, kind: firstKindSchema };

/** The words that stood there, and the number of photos. */
const evidence = { content: personalField(z.string()), imageCount: z.int().check(z.minimum(0)) };
const files = {
  /** Names of the files in the folder of the thing: they are kept, too, until `EvidenceReleased`. */
  files: personalField(z.array(z.string().check(z.maxLength(MEDIA_NAME_MAX_CHARACTERS)))),
  fileCount: z.int().check(z.minimum(0)),
};
const words = { reporter: idSchema, reason: moderationReasonSchema, text: personalField(z.string()) };

const noFiles: Personal<readonly string[]> = personal([]);
const same = <Value>(value: Value) => value;

/** The events of a case's stream (`report-<caseId>`): all reports about one person, post, comment or message. */
export const reportEvents = {
  /** Somebody reported it (PROF-06). The first report opens the case. */
  Reported: defineEvent({
    type: 'Reported',
    subject: 'reporter',
    schema: z.strictObject({ ...thing, ...words }),
    previous: [{ schema: z.strictObject({ ...firstThing, ...words }), upcast: same, personal: { text: same } }],
  }),
  /** The content at the moment of the report: it is kept when the thing is edited or deleted, until its author is erased. */
  EvidenceKept: defineEvent({
    type: 'EvidenceKept',
    subject: 'person',
    schema: z.strictObject({ ...thing, ...evidence, ...files }),
    previous: [
      {
        // Before files were kept: they went with the post.
        schema: z.strictObject({ ...firstThing, ...evidence }),
        upcast: (data: object) => ({ ...data, files: noFiles, fileCount: 0 }),
        personal: { content: same },
      },
      {
        schema: z.strictObject({ ...firstThing, ...evidence, ...files }),
        upcast: same,
        personal: { content: same, files: same },
      },
    ],
  }),
  /** The files that were kept as evidence are no longer: the case has been decided for `EVIDENCE_FILES_KEPT_DAYS`. */
  EvidenceReleased: defineEvent({
    type: 'EvidenceReleased',
    schema: z.strictObject(thing),
    previous: [{ schema: z.strictObject(firstThing), upcast: same }],
  }),
  /** A moderator looks after the case. */
  CaseTaken: defineEvent({
    type: 'CaseTaken',
    schema: z.strictObject({ ...thing, by: idSchema }),
    previous: [{ schema: z.strictObject({ ...firstThing, by: idSchema }), upcast: same }],
  }),
  CaseReleased: defineEvent({
    type: 'CaseReleased',
    schema: z.strictObject({ ...thing, by: idSchema }),
    previous: [{ schema: z.strictObject({ ...firstThing, by: idSchema }), upcast: same }],
  }),
  /** A moderator has decided. A later report opens the case again. */
  CaseClosed: defineEvent({
    type: 'CaseClosed',
    schema: z.strictObject({ ...thing, by: idSchema, outcome: outcomeSchema }),
    previous: [{ schema: z.strictObject({ ...firstThing, by: idSchema, outcome: outcomeSchema }), upcast: same }],
  }),
};

export type ReportEvent = EventOf<typeof reportEvents>;
