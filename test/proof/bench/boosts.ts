import type { DomainEvent } from '#domain/kernel/event.ts';
import { newId } from '#domain/kernel/ids.ts';
import { transfer } from '#domain/kernel/money.ts';
import { personal } from '#domain/kernel/personal.ts';
import type { DocumentRef } from '#projections/kernel/collection.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { BENCH_CAMPUS, type Community, nextCommand, type Planned, writeAll } from './community.ts';
import { NO_MAIL } from './noMail.ts';

const DAY_MS = 86_400_000;
const DAYS = 4;
const BUDGET_CENTS = 2_000;
const BUDGET_MINUTES = 5_760;

/** A running ad in a community. */
export interface Boost {
  readonly adId: string;
  readonly postId: string;
  readonly campus: string;
  readonly author: string;
}

/**
 * Has the newest posts of a community boosted, so that their ads run for days from now.
 *
 * @param by people whose posts they are
 */
export async function boostPosts(
  community: Community,
  count: number,
  by: readonly string[] = community.people,
): Promise<readonly Boost[]> {
  const people = new Set(by);
  const authorOf = (postId: string) => community.threads.get(postId)?.author ?? '';
  const boosts: Boost[] = [];
  const planned: Planned[] = [];
  for (const postId of community.posts.filter((each) => people.has(authorOf(each))).slice(-count)) {
    const author = authorOf(postId);
    const command = nextCommand(author);
    const place = { adId: newId(command.commandId, 0), postId, campus: BENCH_CAMPUS, author };
    boosts.push(place);
    planned.push({ ...command, stream: `ad-${postId}`, actor: author, events: runningAd(place) });
  }
  if (boosts.length < count) throw new Error(`The community has only ${boosts.length} posts.`);
  await writeAll(community, planned);
  return boosts;
}

function runningAd(place: Boost): readonly DomainEvent[] {
  const [startTime, endTime] = [new Date(), new Date(Date.now() + DAYS * DAY_MS)].map((at) => at.toISOString());
  const words = { title: personal('A boost'), website: personal('https://www.example.com') };
  const budget = { durationMinutes: BUDGET_MINUTES, amountBudgeted: BUDGET_CENTS };
  const legs = transfer('provider', 'funds', BUDGET_CENTS);
  const id = place.adId;
  return [
    { type: 'AdCreated', data: { ...place, ...words, goal: 'website', label: 'Shop Now', ...budget } },
    { type: 'AdPaid', data: { ...place, session: `cs_${id}`, payment: `pi_${id}`, legs } },
    { type: 'AdActivated', data: { ...place, startTime, endTime } },
  ];
}

/** Documents of the read models as they are on the disk. No server may run on the folder. */
export async function readDocuments(dataDir: string, refs: readonly DocumentRef[]) {
  const { stores, close } = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const { readStore } = await stores.openReadModels();
  try {
    return await readStore.get(refs);
  } finally {
    await readStore.close();
    await close();
  }
}
