import fc from 'fast-check';
import { drawFrom } from '#test/model/acts.ts';
import { models } from '#test/model/nouns.ts';
import { ACTS, joined, knownTo, TABS_MAX } from './acts.ts';
import { type Community, type Connect, createCommunity, sendFrom } from './community.ts';
import type { SimServer } from './simServer.ts';
import type { Wiretap } from './simTransport.ts';
import { logIn } from './standing.ts';
import { damage, TROUBLES } from './troubles.ts';

/** Milliseconds after which everything is at rest: longer than any back-off. */
const QUIET_MS = 200_000;
/** Milliseconds in which the read models are rebuilt or compared with the log. */
const BUILD_MS = 10_000;

/** Share of the stories with a damage at their end. */
const LAST_DAMAGES = 0.2;

/** Everything that may happen in a step. */
const HAPPENINGS = joined(ACTS, TROUBLES);
const CHOICES = Object.entries(HAPPENINGS).flatMap(([what, { often }]) => Array<string>(often).fill(what));

/** One step: a person, an act or trouble, its target, and the pause after it. */
export interface Step {
  readonly who: number;
  /** Name of an act or a trouble. */
  readonly what: string;
  readonly pick: number;
  readonly pause: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(TABS_MAX - 1),
  what: fc.constantFrom(...CHOICES),
  pick: fc.nat(1_000),
  pause: fc.constantFrom(0, 1, 5, 30, 200, 3_000),
});

/** A seed for times and networks, and the steps. */
export interface Story {
  readonly seed: number;
  readonly steps: readonly Step[];
}

/** Random stories. */
export const stories: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat(),
  steps: fc.array(step, { minLength: 30, maxLength: 120, size: 'max' }),
});

/** Plays a story, then waits until everything is at rest. */
export async function play(
  { seed, steps }: Story,
  wiretapFor: (server: SimServer) => Wiretap = () => () => undefined,
  connect?: Connect,
): Promise<Community> {
  const community = await createCommunity(seed, wiretapFor, connect);
  const { members, time } = community;
  for (const { who, what, pick, pause } of steps) {
    const member = members[who % members.length];
    if (member === undefined) continue;
    await HAPPENINGS[what]?.act(community, member, pick);
    await time.pass(pause);
  }
  await rest(community, seed);
  return community;
}

/** One last event: even a commit that the projector is not sure of must be published. */
function lastWord(community: Community, seed: number): void {
  const { members, server, random } = community;
  const [somebody] = members;
  if (somebody === undefined || random() < 0.5) return;
  server.disk.commitFaults.push('lands');
  const known = knownTo(community, somebody, seed);
  const words = models.flatMap(({ story }) => story?.anytime?.(known) ?? []);
  const given = drawFrom(known, words);
  if (given !== undefined) sendFrom(somebody, given.type, { ...given.data });
}

/** A damage when nothing else happens any more: only the news of the rebuild tells those who have seen it. */
function lastDamage(community: Community, seed: number): void {
  const { members, random } = community;
  const [somebody] = members;
  if (somebody !== undefined && random() < LAST_DAMAGES) damage(community, somebody, seed);
}

/** The world is kind again, until nothing is under way any more. */
async function rest(community: Community, seed: number): Promise<void> {
  const { members, server, time } = community;
  for (const { transport } of members) transport.weather = { latency: [1, 5] };
  server.disk.mailFaults.splice(0);
  await time.pass(QUIET_MS);
  // People who pay, or wait for their ads, need longer than all others.
  server.provider.weather = 'kind';
  // The provider is asked what has changed lately once a day, and after a start.
  if (server.provider.hasUntold) {
    void server.start();
    await time.pass(QUIET_MS);
  }
  for (const member of members) {
    // Everyone opens the page: a user without a session notices, and signs in again to complete their commands.
    member.transport.askSession();
    logIn(community, member);
  }
  if (server.isDamaged) void server.rebuild();
  await time.pass(BUILD_MS);
  lastDamage(community, seed);
  await time.pass(BUILD_MS);
  lastWord(community, seed);
  await time.pass(BUILD_MS);
  // A refused topic is asked for again by its reader, because no packet announces a new right.
  for (const { store } of members) for (const name of Object.keys(store.floors())) store.retryTopic(name);
  await time.pass(QUIET_MS);
  void server.verify();
  await time.pass(BUILD_MS);
}
