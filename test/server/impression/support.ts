import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Browser } from '../support/browser.ts';
import { eventually, type Student, write } from '../support/student.ts';

/** The name that a browser of a person gives itself; others are robots. */
export const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Documents = readonly { readonly collection: string; readonly key: string; readonly doc: unknown }[];

/** Milliseconds until a question that came too often is asked again. */
const AGAIN_MS = 200;

/** The documents of a topic; none where it is refused. Who asks again and again is slowed down, which is no answer. */
async function documents(student: Student, topic: string): Promise<Documents> {
  for (;;) {
    const { status, json } = await student.ask('GET', `/api/topics/${topic}`);
    if (status !== 429) return json.documents ?? [];
    await pause(AGAIN_MS);
  }
}

/** A document of a topic as a student gets it. */
export async function documentIn(student: Student, topic: string, key: string): Promise<unknown> {
  return (await documents(student, topic)).find((each) => each.key === key && each.doc !== null)?.doc;
}

/** A post whose ad is paid at the sandbox, and runs. @param written the post; otherwise one is written */
export async function boosted(owner: Student, text = 'A desk of oak.', written?: string) {
  const postId = written ?? (await write(owner, text));
  const id = randomUUID();
  const form = { title: text, goal: 'website', website: 'example.com', label: 'Shop Now', days: 4 };
  await owner.give('StartCheckout', { ...form, postId }, id);
  const adId = newId(effectiveCommandId(owner.userId, id), 0);
  await eventually(() => documentIn(owner, topicName.ad(adId), adId));
  const { json } = await owner.ask('POST', '/api/checkouts', { body: { postId } });
  await fetch(json.url, {
    ...{ method: 'POST', body: new URLSearchParams({ card: '4242 4242 4242 4242' }), redirect: 'manual' },
  });
  await eventually(() => documentIn(owner, topicName.someSponsored('ou', namesOf([postId])), postId));
  return { postId, adId };
}

/** Sends the actions at one post, as a page does. */
export function track(
  browser: Browser,
  postId: string,
  actionTypes: readonly string[],
  session = randomUUID(),
  headers = {},
) {
  const actions = actionTypes.map((actionType) => ({ actionType, postId }));
  return browser.ask('POST', '/api/trackPostAnalytics', {
    body: { session, actions },
    headers: { 'user-agent': AGENT, ...headers },
  });
}
