import type { Refusal } from '#projections/sync/protocol.ts';

/** Answer of `GET /api/session`. */
export interface SessionAnswer {
  readonly user: { readonly id: string } | null;
  readonly campus: string;
  /** Path of the mailbox page in development, else `null`. */
  readonly mailbox: string | null;
  /** People can sign in with Google. */
  readonly google?: boolean;
  /** Something can be paid for. */
  readonly payments?: boolean;
  /** Why the browser's session was ended, where a bar on its person has ended it. */
  readonly ended?: Pick<Refusal, 'code' | 'data'>;
}

/** Data that the server writes into the page, so that the first view needs only its code. */
export interface Boot {
  /** The page comes from what this browser keeps, because the site has not answered. */
  readonly isShell?: boolean;
  /** When the page was made, in milliseconds since 1970; absent in one that is kept. */
  readonly at?: number;
  /** The campus of the host. */
  readonly campus?: { readonly id?: string };
  /** Origin of the site that stands beside the campuses' own (`PUBLIC_URL`); absent when there is none. */
  readonly publicUrl?: string;
  /** The user who asked for the page; absent when the server could not identify the user then. */
  readonly session?: SessionAnswer;
  /** The hub's answers to joining, by topic; its reader checks them like every input from the wire. */
  readonly topics?: Readonly<Record<string, unknown>>;
  /** Answers to other first requests, by address with query. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** Attribute of the tags that `server/http/summaryTags.ts` writes. */
const SUMMARY_MARK = 'data-summary';

let read: Boot | null = null;

/** The data of this page; empty where there is none. The first call takes its element out of the page. */
export function boot(): Boot {
  read ??= typeof document === 'undefined' ? {} : takeBoot(document);
  return read;
}

/** The answers to joining, once: the documents are the sync core's from then on, which blanks what is erased. */
export function takeTopics(): Readonly<Record<string, unknown>> {
  const { topics = {}, ...rest } = boot();
  read = rest;
  return topics;
}

/** The answer to a request that came with the page, until they are forgotten. `undefined`: there is none. */
export function answerInPage(address: string): unknown {
  return boot().answers?.[address];
}

/** Forgets these answers: they are old for everything after the first view. */
export function forgetAnswers(): void {
  read = { ...boot(), answers: {} };
}

/**
 * The documents of a page that was asked for in behalf of somebody; none where it is of anybody else: the session may have
 * changed while it was on its way (P8).
 *
 * @param userId who asked for it
 * @param present who is signed in now
 */
export function topicsFor(
  userId: string,
  present: string | null,
  page: Parameters<typeof takeBoot>[0],
): Readonly<Record<string, unknown>> {
  const { session, topics = {} } = takeBoot(page);
  return session?.user?.id === userId && present === userId ? topics : {};
}

/**
 * Reads the data out of a page and removes its element, and the tags for other sites, which read the page as it is sent: no
 * text stays in an open page when its person is erased or its campus closes (P8, P10).
 */
export function takeBoot(page: Pick<Document, 'getElementById' | 'querySelectorAll'>): Boot {
  for (const tag of page.querySelectorAll(`[${SUMMARY_MARK}]`)) tag.remove();
  const element = page.getElementById('quad-boot');
  const text = element?.textContent;
  element?.remove();
  if (text == null || text === '') return {};
  try {
    return JSON.parse(text) as Boot;
  } catch (error) {
    console.error('The page’s own description is broken; everything in it is asked for.', error);
    return {};
  }
}
