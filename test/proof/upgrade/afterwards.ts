import { randomUUID } from 'node:crypto';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { eventually } from '#test/e2e/harness/eventually.ts';
import type { Observed } from '../crash/observed.ts';
import type { Person } from '../crash/person.ts';
import type { Verdict } from '../crash/verdict.ts';
import { NEXT_FIELD } from './nextRelease.ts';
import type { Said } from './release.ts';

/** Milliseconds in which the read models must show an acknowledged command. */
const SHOWN_MAX_MS = 30_000;

/** The field of the next release is folded from the whole log, the events of the time before it included; this release has none. */
export function checkField(verdict: Verdict, { log, documents }: Observed, isNext: boolean): void {
  const edits = new Map<string, number>();
  for (const { type, data } of log) {
    const { postId = '' } = data as { readonly postId?: string };
    if (type === 'PostEdited') edits.set(postId, (edits.get(postId) ?? 0) + 1);
  }
  for (const { key, doc } of documents.all('posts')) {
    const has = (doc as Readonly<Record<string, unknown>>)[NEXT_FIELD];
    const wants = isNext ? (edits.get(key) ?? 0) : undefined;
    verdict.expect(has === wants, () => `The post ${key} has ${NEXT_FIELD} ${has}, it should have ${wants}.`);
  }
}

/** A command that only the next release knows is taken, and what it made is shown. */
export async function makeOffer(verdict: Verdict, people: readonly Person[], { documents }: Observed): Promise<void> {
  const posts = [...documents.all('posts')].map(({ key, doc }) => ({ key, ...(doc as Posted) }));
  const [buyer, post] =
    people.flatMap((person) => {
      const others = posts.find(({ kind, parent, author, deleted }) => {
        return kind === 'post' && parent === null && !deleted && author !== person.userId;
      });
      return others === undefined ? [] : [[person, others] as const];
    })[0] ?? [];
  if (buyer === undefined || post === undefined) throw new Error('Nobody has a post to make an offer on.');
  const id = randomUUID();
  const data = { postId: post.key, cents: 4_000, note: 'Today?' };
  const command = { id, actor: buyer.userId, type: 'MakeOffer', version: 1, data };
  const { position } = await buyer.browser.ask<{ position: string }>('POST', '/api/commands', command);
  const offerId = newId(effectiveCommandId(buyer.userId, id), 0);
  const topic = `ownOffers:${post.campus}:${buyer.userId}`;
  const { documents: shown } = await eventually(
    'the offer is projected',
    () => buyer.browser.ask<TopicAnswer>('GET', `/api/topics/${encodeURIComponent(topic)}?notBefore=${position}`),
    SHOWN_MAX_MS,
  );
  const isShown = shown.some(({ collection, key }) => collection === 'offers' && key === offerId);
  verdict.expect(isShown, () => `The offer ${offerId} was acknowledged and is not shown.`);
}

interface Posted {
  readonly kind: string;
  readonly parent: string | null;
  readonly author: string;
  readonly campus: string;
  readonly deleted: boolean;
}

/** A release refuses a log with events that it does not know, before anything is changed. */
export function checkNoWayBack(verdict: Verdict, { code, output }: Said): void {
  const isRefused = code === 3 && output.includes('OfferMade');
  verdict.expect(isRefused, () => `rebuild --prepare of the older release ended with ${code}: ${output}`);
}
