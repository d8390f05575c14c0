import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { POSITION_PATTERN } from './position.ts';

/**
 * The wire between hub and browser. A test pins a hash of these schemas: changing them is a decision.
 *
 * Rows carry whole documents, never patches: hot counters are small documents of their own, the newest version of a
 * document wins, and so a row can be dropped, doubled or reordered without harm.
 *
 * Client messages are parsed strictly. Hub messages may have fields that an older page does not know: it ignores them.
 */
export const PROTOCOL_VERSION = 4;

const position = z.string().check(z.regex(POSITION_PATTERN));
const id = idSchema;
/** Id of an era of the log (`eras.ts`). */
const era = z.string().check(z.maxLength(40));

/** One document at its version; `doc: null`: a tombstone, or not visible to the reader. */
export const wireDocumentSchema = z.object({
  collection: z.string(),
  key: z.string(),
  position,
  doc: z.nullable(z.record(z.string(), z.unknown())),
});
export type WireDocument = z.infer<typeof wireDocumentSchema>;

/** A position with its era, by which the log can tell whether the position is its own. */
export const markSchema = z.object({ era, position });
export type Mark = z.infer<typeof markSchema>;

/** A client's cursor: the generation of the read models, and the position up to which it has a topic. */
const cursor = { generation: z.string(), era, position };
export const cursorSchema = z.object(cursor);
export type Cursor = z.infer<typeof cursorSchema>;

/** A position that an answer must not be older than. Where the era is left out it is the present one. */
const freshness = { notBefore: position, era: z.optional(era) };
export interface Freshness {
  readonly notBefore: string;
  readonly era?: string | undefined;
}

// ---- client → hub (each with an acknowledgement) ----

/** Characters of a topic's name: it may name fifteen documents (`SOME_DOCUMENTS_MAX`). */
export const TOPIC_MAX_CHARACTERS = 640;
const topic = z.string().check(z.maxLength(TOPIC_MAX_CHARACTERS));

/** Join a topic, for the first time or again. With `since` the answer has only documents that changed. */
export const subscribeSchema = z.strictObject({
  topic,
  since: z.nullable(z.strictObject(cursor)),
  /** Order value of the last document of the window that the client holds; `null`: first page only. */
  floor: z.nullable(z.string().check(z.maxLength(100))),
  /** The answer must not be older than the client's last acknowledgement. */
  ...freshness,
});

export const unsubscribeSchema = z.strictObject({ topic });

/** The next page of a joined topic, below `floor`. */
export const pageSchema = z.strictObject({
  topic,
  floor: z.string().check(z.maxLength(100)),
  ...freshness,
});

/**
 * The viewer's own documents (`viewerRefs`) about documents that came by a row. Those missing from the answer do not
 * exist. Asking also makes the hub send `progress` once everything up to `notBefore` was sent.
 */
export const needSchema = z.strictObject({
  refs: z
    .array(z.strictObject({ collection: z.string().check(z.maxLength(60)), key: z.string().check(z.maxLength(120)) }))
    .check(z.maxLength(100)),
  ...freshness,
});

/** A command, over the socket or as the body of `POST /api/commands`. */
export const commandEnvelopeSchema = z.strictObject({
  /** The client's own id of the command, kept over retries and reloads. */
  id,
  /** The user for whom it was given; a mismatch with the session is refused (blueprint §6). */
  actor: id,
  type: z.string().check(z.maxLength(60)),
  version: z.int().check(z.minimum(1)),
  data: z.record(z.string(), z.unknown()),
});

/** Characters of a signal's name, of the names of its fields, and of a text in one of them. */
const SIGNAL_MAX_CHARACTERS = 60;
/** Fields of a signal. */
const SIGNAL_MAX_FIELDS = 5;
const signalText = z.string().check(z.maxLength(SIGNAL_MAX_CHARACTERS));
/** The contents of a signal, before its own schema. */
const signalData = z
  .record(signalText, z.union([signalText, z.number(), z.boolean()]))
  .check(z.refine((data) => Object.keys(data).length <= SIGNAL_MAX_FIELDS));

/**
 * News that is true for a moment, for those who have joined the same topic (`kernel/signal.ts`). It has no answer: one that
 * is refused, too early or lost is not said again for that.
 */
export const signalSchema = z.strictObject({ topic, name: signalText, data: signalData });

// ---- answers ----

/** Why something was not done. `text` is for people, `code` and `data` for programs. */
export const refusalSchema = z.object({
  code: z.string(),
  text: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The same request may succeed later; a command is retried with the same id. */
  retry: z.boolean(),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** The answer to `subscribe` and `page`. */
export const topicAnswerSchema = z.object({
  ok: z.literal(true),
  cursor: cursorSchema,
  /** `true`: these are all documents of the window. `false`: only those that changed since the cursor. */
  fresh: z.boolean(),
  documents: z.array(wireDocumentSchema),
  /** Order value at which the window now ends; `''` at the end of the topic. */
  floor: z.string(),
});
export type TopicAnswer = z.infer<typeof topicAnswerSchema>;

export const needAnswerSchema = z.object({
  ok: z.literal(true),
  position,
  documents: z.array(wireDocumentSchema),
});
export type NeedAnswer = z.infer<typeof needAnswerSchema>;

/** A command took effect and is on disk. `position` is that of its last event, `null` when there was nothing to do. */
export const commandAnswerSchema = z.object({ ok: z.literal(true), position: z.nullable(position) });
export type CommandAnswer = z.infer<typeof commandAnswerSchema>;

export const refusedSchema = z.object({ ok: z.literal(false), refusal: refusalSchema });
export type Refused = z.infer<typeof refusedSchema>;

// ---- hub → client ----

/** An era of the log and the position after which it began. */
export const logEraSchema = z.object({ id: era, from: position });
export type LogEra = z.infer<typeof logEraSchema>;

/**
 * The last eras of the log, the present one at the end. The first packet of every connection: a client whose marks they do
 * not prove has documents of a lost log: it forgets them and reads again. It comes again on an open connection when
 * another process has begun an era: if the list still names the era that was the present one, the connection goes on in
 * the same log, and all that it has brought is marked with the newest era from then on (`isContinued`).
 */
export const erasSchema = z.object({ eras: z.array(logEraSchema).check(z.minLength(1)) });

/**
 * The changes of one event, as far as the reader may see them: one packet for each event, in log order, so a client
 * that has a packet of a position has been sent everything before it. A document that the reader may no longer see
 * comes as `doc: null`. A document's topics follow from the document (`window.ts`).
 */
export const rowsSchema = z.object({
  position,
  documents: z.array(wireDocumentSchema),
  /** Identities (`refId`) of `documents` that did not exist before: nothing of the viewer belongs to them yet. */
  created: z.array(z.string()),
  /** Documents that the newly entered documents refer to, at their newest version. */
  refs: z.array(wireDocumentSchema),
});
export type Rows = z.infer<typeof rowsSchema>;

/** Everything up to this position has been sent to this socket. */
export const progressSchema = z.object({ generation: z.string(), position });
export type Progress = z.infer<typeof progressSchema>;

/** A topic was left by the hub because a right ended; the client drops it. */
export const revokedSchema = z.object({ topic: z.string(), refusal: refusalSchema });
export type Revoked = z.infer<typeof revokedSchema>;

/** A signal of somebody who has joined the topic; an older page does not listen for it. */
export const signalledSchema = z.object({ topic, name: z.string(), from: id, data: signalData });
export type Signalled = z.infer<typeof signalledSchema>;

/** Socket.IO event names. */
export const CLIENT_EVENTS = ['subscribe', 'unsubscribe', 'page', 'need', 'command', 'signal'] as const;
export const HUB_EVENTS = ['eras', 'rows', 'progress', 'revoked', 'signal'] as const;
