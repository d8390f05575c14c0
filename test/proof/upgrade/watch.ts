import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { collections } from '#projections/registry.ts';
import { topicAnswerSchema, type WireDocument } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import type { Browser } from '../crash/browser.ts';
import { NEXT_FIELD } from './nextRelease.ts';

/** Milliseconds between two questions of the visitor. */
const ASK_EVERY_MS = 200;
const FEED = topicName.feed(DEFAULT_CAMPUS);

/** Observations of people while one release replaces another. */
export interface Seen {
  /** Anything besides the quiet bar: an error, an empty list, an answer that no release gives. */
  readonly findings: readonly string[];
  /** Milliseconds for which a page was without a connection at once, at most: the quiet bar. */
  readonly longestBreakMs: number;
  /** How often a page that had shown posts forgot them and loaded anew, with the skeleton of the feed; each is a finding. */
  readonly reloads: number;
  /** How often a page went on with another hub, or the same one anew, from what it had. */
  readonly resumed: number;
  /** Milliseconds for which the feed was not answered over HTTP at once, at most; every try was asked to come again. */
  readonly longestUnansweredMs: number;
  /** Answers over HTTP by the release whose documents they hold; an empty feed is of neither. */
  readonly answers: Readonly<Record<'this' | 'next' | 'either', number>>;
}

/** Watches pages, and asks for the feed over HTTP all the time. */
export class Watch {
  readonly #findings = new Set<string>();
  readonly #answers = { this: 0, next: 0, either: 0 };
  readonly #stops: (() => void)[] = [];
  #longestBreakMs = 0;
  #reloads = 0;
  #resumed = 0;
  #longestUnansweredMs = 0;
  #isOver = false;

  /** Watches what a page shows, from now on. */
  page(who: string, store: SyncStore): void {
    let brokenSince: number | null = null;
    let hadPosts = false;
    let isEmpty = false;
    const look = () => {
      const { connection, isOutdated, topics, windows } = store.view.getState();
      if (connection === 'online') {
        if (brokenSince !== null) {
          this.#longestBreakMs = Math.max(this.#longestBreakMs, Date.now() - brokenSince);
          this.#resumed += 1;
        }
        brokenSince = null;
      } else brokenSince ??= Date.now();
      if (isOutdated) this.#findings.add(`The page of ${who} was asked to reload.`);
      const status = topics[FEED]?.status;
      if (status === 'failed' || status === 'refused') this.#findings.add(`The feed of ${who} was ${status}.`);
      const hasPosts = (windows[FEED] ?? []).length > 0;
      if (hadPosts && !hasPosts && !isEmpty) {
        if (status === 'loading') this.#reloads += 1;
        const what = status === 'loading' ? 'loaded anew' : `showed an empty feed (${status})`;
        this.#findings.add(`The page of ${who} ${what}.`);
      }
      isEmpty = !hasPosts;
      hadPosts ||= hasPosts;
    };
    look();
    this.#stops.push(store.view.subscribe(look));
  }

  /** Asks for the feed until `end`. */
  async ask(browser: Browser): Promise<void> {
    let answeredAt = Date.now();
    while (!this.#isOver) {
      try {
        const answer = await browser.ask('GET', `/api/topics/${encodeURIComponent(FEED)}`);
        this.#judge(answer);
        this.#longestUnansweredMs = Math.max(this.#longestUnansweredMs, Date.now() - answeredAt);
        answeredAt = Date.now();
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        if (!error.refusal.retry) this.#findings.add(`The feed was refused over HTTP: ${error.refusal.code}.`);
      }
      await pause(ASK_EVERY_MS);
    }
  }

  end(): Seen {
    this.#isOver = true;
    for (const stop of this.#stops.splice(0)) stop();
    return {
      findings: [...this.#findings],
      longestBreakMs: this.#longestBreakMs,
      reloads: this.#reloads,
      resumed: this.#resumed,
      longestUnansweredMs: this.#longestUnansweredMs,
      answers: { ...this.#answers },
    };
  }

  /** Every answer is of one release as a whole: its documents fit that release's schemas. */
  #judge(answer: unknown): void {
    const parsed = topicAnswerSchema.safeParse(answer);
    if (!parsed.success) {
      this.#findings.add(`An answer has a wrong shape: ${JSON.stringify(answer).slice(0, 200)}.`);
      return;
    }
    const posts = parsed.data.documents.filter(({ collection, doc }) => collection === 'posts' && doc !== null);
    const ofNext = posts.filter(({ doc }) => Number.isInteger(doc?.[NEXT_FIELD])).length;
    if (ofNext > 0 && ofNext < posts.length) this.#findings.add('An answer mixes documents of two releases.');
    this.#answers[posts.length === 0 ? 'either' : ofNext > 0 ? 'next' : 'this'] += 1;
    for (const document of parsed.data.documents) {
      if (!fits(document))
        this.#findings.add(`An answer has a document of a wrong shape: ${JSON.stringify(document)}.`);
    }
  }
}

/** Whether a document is one of this release, or of the next one. */
function fits({ collection, doc }: WireDocument): boolean {
  if (doc === null) return true;
  const { [NEXT_FIELD]: _edits, ...ofThis } = doc;
  const schema = collections.get(collection)?.schema;
  return schema?.safeParse(collection === 'posts' ? ofThis : doc).success === true;
}
