import * as z from 'zod/mini';
import { mediaSchema } from '#domain/kernel/media.ts';
import {
  commandAnswerSchema,
  erasSchema,
  needAnswerSchema,
  progressSchema,
  refusalSchema,
  refusedSchema,
  revokedSchema,
  rowsSchema,
  signalledSchema,
  topicAnswerSchema,
  wireDocumentSchema,
} from '#projections/sync/protocol.ts';
import { misread } from './answersIn.ts';
import type { Input, Reply, Shape } from './input.ts';
import type { Secrets } from './secrets.ts';

const id = z.uuid();
const userOrNobody = z.nullable(z.strictObject({ id }));

const searchSchema = z.strictObject({
  ok: z.literal(true),
  hits: z.array(z.strictObject({ collection: z.string(), key: z.string() })),
  documents: z.array(wireDocumentSchema),
  more: z.boolean(),
});

/** Schema of a good answer, by the shape that an input declares. */
const SHAPES: Readonly<Record<Shape, z.ZodMiniType>> = {
  any: z.unknown(),
  command: commandAnswerSchema,
  topic: topicAnswerSchema,
  need: needAnswerSchema,
  left: z.strictObject({ ok: z.literal(true) }),
  search: searchSchema,
  person: z.strictObject({ id }),
  session: z.strictObject({
    user: userOrNobody,
    campus: z.string(),
    mailbox: z.nullable(z.string()),
    google: z.boolean(),
    payments: z.boolean(),
  }),
  live: z.strictObject({ live: z.literal(true) }),
  ready: z.strictObject({ ready: z.boolean(), parts: z.record(z.string(), z.string()) }),
  upload: z.strictObject({ media: mediaSchema }),
};

/** The one shape of all errors over HTTP (SHEL-16); answers to commands and topics carry the socket's beside it. */
const errorSchema = z.strictObject({
  error: refusalSchema,
  errors: z.array(z.strictObject({ msg: z.string() })).check(z.minLength(1)),
  ok: z.optional(z.literal(false)),
  refusal: z.optional(refusalSchema),
});

/** Packets that the hub sends unasked. */
const PUSHED: Readonly<Record<string, z.ZodMiniType>> = {
  eras: erasSchema,
  rows: rowsSchema,
  progress: progressSchema,
  revoked: revokedSchema,
  signal: signalledSchema,
};

/** Codes of server faults, with any status. */
const FAULTS = new Set(['FAULT', 'LOGIN_FAULT', 'SOMETHING_WENT_WRONG']);
/** Codes of an intended 503. */
const BUSY = new Set(['UNAVAILABLE', 'TRY_AGAIN']);
const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g;

/** The error of a reply, in one line; `null` when there is none. */
export function judge(input: Input, reply: Reply, secrets: Secrets): string | null {
  switch (reply.type) {
    case 'silence':
      return null;
    case 'missing':
      return `No answer: ${reply.why}`;
    case 'bytes':
      return judgeBytes(reply.bytes.toString('latin1'), input.via === 'wire' ? input.asks : undefined, secrets);
    case 'message':
      return judgeMessage(input.via === 'socket' ? (input.shape ?? 'any') : 'any', reply.answer, secrets);
    case 'http':
      return judgeHttp(input, reply, secrets);
  }
}

/** The error of a packet that the hub sent unasked. */
export function judgePushed(event: string, payload: unknown): string | null {
  const schema = Object.hasOwn(PUSHED, event) ? PUSHED[event] : undefined;
  if (schema === undefined) return `The hub sent ${event}, which is not declared.`;
  return unfit(schema, payload, `The hub's ${event}`);
}

/** Whether a brake answered: such an input did not reach its target. */
export function isBraked(reply: Reply): boolean {
  if (reply.type === 'http') return reply.status === 429 && reply.body.includes('RATE_LIMITED');
  return reply.type === 'message' && JSON.stringify(reply.answer)?.includes('"RATE_LIMITED"') === true;
}

function judgeBytes(text: string, asks: readonly string[] | undefined, secrets: Secrets): string | null {
  const wrong = asks === undefined ? null : misread(text, asks);
  if (wrong !== null) return `No answer in a pipeline: ${wrong}`;
  const failed = [...text.matchAll(STATUS_LINE)].find(([, status]) => Number(status) >= 500);
  if (failed !== undefined) return `Status ${failed[1]}`;
  return leak(text, secrets);
}

function judgeMessage(shape: Shape, answer: unknown, secrets: Secrets): string | null {
  const refused = refusedSchema.safeParse(answer);
  if (refused.success) return judgeRefusal(refused.data.refusal) ?? leak(JSON.stringify(answer), secrets);
  return unfit(SHAPES[shape], answer, `The answer (${shape})`) ?? leak(JSON.stringify(answer) ?? '', secrets);
}

function judgeRefusal({ code, text, retry }: z.infer<typeof refusalSchema>): string | null {
  if (FAULTS.has(code) && retry) return `A fault of ours: ${code}`;
  if (code === 'FAULT' || code === 'LOGIN_FAULT') return `A fault of ours: ${code}`;
  return text === '' ? `The refusal ${code} has no text.` : null;
}

function judgeHttp(input: Input, reply: Extract<Reply, { type: 'http' }>, secrets: Secrets): string | null {
  const { status, headers, body } = reply;
  const text = body.toString('utf8');
  const leaked = leak(text, secrets);
  if (leaked !== null) return leaked;
  const isReadable = headers['content-encoding'] === undefined && body.length > 0;
  const shape = input.via === 'http' ? input.shape : 'any';
  if (shape === 'ready') return unfit(SHAPES.ready, parse(text), 'The answer (ready)');
  if (status >= 500 && status !== 503) return `Status ${status}`;
  // The page of what does not exist.
  if (status === 404 && /^text\/html\b/.test(String(headers['content-type']))) return null;
  if (status >= 400) return isReadable ? judgeError(status, parse(text)) : null;
  if (status >= 300 || shape === 'any') return null;
  const unlike = unfit(SHAPES[shape], parse(text), `The answer (${shape})`);
  if (unlike !== null || shape !== 'search') return unlike;
  return judgeHits(input.via === 'http' ? input.path : '', searchSchema.parse(parse(text)));
}

/** Words of a search reach no other campus, whatever the engine could take them for. */
function judgeHits(path: string, { hits, documents }: z.infer<typeof searchSchema>): string | null {
  const campus = new URL(path, 'http://ou.localhost').searchParams.get('campus') ?? 'ou';
  const found = new Set(hits.map(({ collection, key }) => `${collection} ${key}`));
  const stray = documents.find(({ collection, key, doc }) => {
    const place = (doc as { readonly campus?: string } | null)?.campus ?? campus;
    return found.has(`${collection} ${key}`) && place !== campus;
  });
  return stray === undefined ? null : `A search in ${campus} found ${stray.collection} of another campus`;
}

function judgeError(status: number, value: unknown): string | null {
  const parsed = errorSchema.safeParse(value);
  if (!parsed.success) {
    // Node itself answers invalid HTTP, and Engine.IO an invalid handshake; the readiness page answers 503 itself.
    const isEngine = z.strictObject({ code: z.int(), message: z.string() }).safeParse(value).success;
    const isReady = SHAPES.ready.safeParse(value).success;
    return isEngine || isReady ? null : unfit(errorSchema, value, `The error of status ${status}`);
  }
  const { error } = parsed.data;
  if (status === 503 && !BUSY.has(error.code)) return `503 with ${error.code}, which is not one on purpose`;
  return judgeRefusal(error);
}

function leak(text: string, secrets: Secrets): string | null {
  const kind = secrets.inAnswer(text);
  return kind === null ? null : `An answer holds a secret: ${kind}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unfit(schema: z.ZodMiniType, value: unknown, what: string): string | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return null;
  const issue = parsed.error.issues[0];
  return `${what} has not its declared shape: ${issue?.path.join('.') || '(whole)'}: ${issue?.message}`;
}
