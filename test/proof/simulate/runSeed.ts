import fc from 'fast-check';
import { type AccessOracle, accessOracle } from './accessOracle.ts';
import { type Finding, findings } from './promises.ts';
import { shrink } from './shrink.ts';
import { play, type Story, stories } from './story.ts';

/** The result of one story. */
export interface StoryResult {
  /** Acts of people, and events that happened by themselves. */
  readonly steps: number;
  readonly commands: number;
  readonly events: number;
  /** How many events of each type are in the log. */
  readonly eventsByType: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

/** The result of a seed. */
export interface SeedResult extends StoryResult {
  readonly seed: number;
  /** The shortest story found that still breaks a promise; `null`: none does. */
  readonly shrunk: Story | null;
}

/** The story of a seed: always the same one. */
export function storyOf(seed: number): Story {
  const [story] = fc.sample(stories, { seed, numRuns: 1 });
  if (story === undefined) throw new Error(`There is no story of the seed ${seed}.`);
  return story;
}

/** Plays the story of a seed; a story that breaks a promise is shrunk unless `isShrunk` is false. */
export async function runSeed(seed: number, isShrunk = true): Promise<SeedResult> {
  const story = storyOf(seed);
  const result = await playToEnd(story);
  const [first] = result.findings;
  if (first === undefined || !isShrunk) return { seed, ...result, shrunk: null };
  const breaksItToo = async (shorter: Story) =>
    (await playToEnd(shorter)).findings.some(({ promise }) => promise === first.promise);
  return { seed, ...result, shrunk: await shrink(story, breaksItToo) };
}

/** Plays a story to its quiet end and holds every promise against it. */
export async function playToEnd(story: Story): Promise<StoryResult> {
  let oracle: AccessOracle | null = null;
  const community = await play(story, (server) => {
    oracle = accessOracle(server);
    return oracle.wiretap;
  });
  const { server, members, closed, orders, mistakes, erased, time } = community;
  if (oracle === null) throw new Error('Nobody listened to what was sent.');
  const events = await server.events();
  const found = await findings({ server, members, closed, orders, mistakes, erased, events, oracle });
  for (const { store } of members) store.stop();
  server.kill();
  const commands = [...members, ...closed].reduce((sum, { sent }) => sum + sent.length, orders.length);
  const byType = Map.groupBy(events, ({ type }) => type);
  const eventsByType = Object.fromEntries([...byType].map(([type, all]) => [type, all.length]));
  return { steps: story.steps.length + time.steps, commands, events: events.length, eventsByType, findings: found };
}
