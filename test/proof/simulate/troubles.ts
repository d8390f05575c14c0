import { actorId } from '#domain/kernel/actor.ts';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';
import { drawFrom, type Given } from '#test/model/acts.ts';
import { frontTopics } from '#test/model/front.ts';
import { models } from '#test/model/nouns.ts';
import type { Scene } from '#test/model/story.ts';
import { idOf, SYSTEM } from '#test/server/support/people.ts';
import { type Happening, type Happenings, joined, knownTo, reload } from './acts.ts';
import { type Community, type Member, sendFrom } from './community.ts';
import { changeCampus, switchPrivacy, watch } from './orders.ts';
import type { NetworkWeather } from './simTransport.ts';
import { MEETING_MS, stageFor } from './stage.ts';

/** Milliseconds without a process. */
const OUTAGE_MS = 5_000;
/** Milliseconds in which a reader reads nothing. */
const STALL_MS = 15_000;
/** Milliseconds that a laptop sleeps: longer than topics linger. */
const SLEEP_MS = 6 * 60_000;
/** Step of a wall clock in milliseconds, forwards or backwards. */
const CLOCK_STEP_MS = 90 * 60_000;
/** Milliseconds of work that is lost with a machine, at most. */
const LOST_MS = 8_000;
/** Things at which two people may meet, of which one is looked for whose owner is there. */
const MEETING_TRIES = 8;
/** Times that somebody asks for what stands below a thing that was taken away. */
const ASKS = 4;
/** Share of rows and commands that a bad network doubles. */
const DOUBLED = 0.3;

/** The parts of all nouns in the troubles. */
const stories = models.flatMap(({ story }) => story ?? []);
const SCENES = stories.map(({ scenes = {} }) =>
  Object.fromEntries(Object.entries(scenes).map(([name, scene]) => [name, happeningOf(scene)])),
);

/** Troubles of people and of the server. */
export const TROUBLES: Happenings = joined(...SCENES, {
  drop: { often: 2, act: (_community, { transport }) => transport.drop() },
  vanish: { often: 1, act: (_community, { transport }) => transport.vanish() },
  silence: { often: 1, act: (_community, { transport }) => transport.silence() },
  stall: { often: 1, act: (_community, { transport }) => transport.stall(STALL_MS) },
  slow: weather(1, { latency: [400, 2_500] }),
  fast: weather(1, { latency: [1, 30] }),
  double: weather(3, { latency: [1, 200], doubled: DOUBLED }),
  sleep: { often: 1, act: ({ time }) => time.pass(SLEEP_MS) },
  restart: {
    often: 1,
    act: ({ server }, _member, pick) => void (server.hasTwo && pick % 3 > 0 ? server.replaceLiving() : server.start()),
  },
  release: {
    often: 1,
    act({ server, time, random }, _member, pick) {
      void server.release();
      // Some die over it, most of them while they build.
      if (pick % 2 === 0) time.after(MEETING_MS * random() ** 3, () => server.crashFirst());
    },
  },
  crash: { often: 2, act: ({ server }) => server.crash() },
  outage: {
    often: 1,
    act({ server, time }) {
      time.after(OUTAGE_MS, () => void server.start());
      void server.stop();
    },
  },
  clock: {
    often: 1,
    act: ({ server }, _member, pick) => server.stepClock(pick % 2 === 0 ? CLOCK_STEP_MS : -CLOCK_STEP_MS),
  },
  disk: {
    often: 3,
    act: ({ server }, _member, pick) =>
      server.failNextAppend((['lands', 'lands-late', 'never-lands'] as const)[pick % 3] ?? 'lands'),
  },
  commit: {
    often: 1,
    act: ({ server }, _member, pick) => void server.disk.commitFaults.push(pick % 2 === 0 ? 'lands' : 'never-lands'),
  },
  mail: {
    often: 1,
    act: ({ server }, _member, pick) =>
      void server.disk.mailFaults.push(...Array(pick % 4).fill(pick % 5 === 0 ? 'never' : 'later')),
  },
  provider: { often: 1, act: ({ server }) => server.provider.falters() },
  rebuild: { often: 1, act: ({ server }) => void server.rebuild() },
  damage: { often: 1, act: damage },
  race: { often: 6, act: race },
  ending: { often: 2, act: ending },
  waver: { often: 2, act: waver },
  restore: { often: 2, act: (community, _member, pick) => restore(community, pick) },
  right: { often: 3, act: (community, _member, pick) => rightEnds(community, pick) },
  'open-close': { often: 3, act: privacyChanges },
});

function happeningOf({ often, play }: Scene): Happening {
  return {
    often,
    act(community, member, pick) {
      const stage = stageFor(community, member, pick);
      if (stage !== null) void watch(community, play(stage, pick));
    },
  };
}

function weather(often: number, to: NetworkWeather): Happening {
  return {
    often,
    act(_community, { transport }) {
      transport.weather = to;
    },
  };
}

/**
 * The append of a command times out and lands late; before it is tried again, somebody else takes away what it relies
 * on: the answer to the retry must be true for ever.
 */
async function race(community: Community, member: Member, pick: number): Promise<void> {
  const { server, time, random } = community;
  // Processes that have run for long take no new command for one that may have been given before them.
  if (server.hasTwo && pick % 2 === 1) await time.pass(LATE_APPEND_MS);
  const met = meetingOf(community, member, pick);
  if (met === null) return;
  const { giver, other, first, second } = met;
  const sent = sendFrom(giver, first.type, { ...first.data });
  if (sent === null) return;
  const takeAway = () => void time.after(MEETING_MS * random(), () => give(other, second));
  server.failNextAppend(pick % 4 === 0 ? 'lands' : 'lands-late', {
    commandId: sent.commandId,
    onMade() {
      // It comes back with the same command, to the other process.
      if (server.hasTwo) time.after(0, () => giver.transport.changeProcess());
      takeAway();
    },
  });
  if (pick % 3 !== 0) return;
  // The next process knows nothing of it, and its first minute seems to be over at once.
  time.after(MEETING_MS, () => server.crash());
  time.after(2 * MEETING_MS, () => server.stepClock(CLOCK_STEP_MS));
}

/** Two commands that meet and two people who are signed in to give them; `null`: there are none. */
function meetingOf(community: Community, member: Member, pick: number) {
  const signedIn = community.members.filter(({ transport }) => transport.userId !== null);
  const giver = signedIn.includes(member) ? member : signedIn[pick % signedIn.length];
  if (giver === undefined) return null;
  const known = knownTo(community, giver, pick);
  for (let tries = 0; tries < MEETING_TRIES; tries += 1) {
    const met = drawFrom(
      known,
      stories.flatMap(({ meeting }) => meeting?.(known) ?? []),
    );
    const other = signedIn.find(({ userId }) => userId === met?.by && userId !== giver.userId);
    if (met !== undefined && other !== undefined) return { giver, other, first: met.first, second: met.second };
  }
  return null;
}

/**
 * A thing is taken away from everybody, and somebody asks for what stands below it, before that has ended, too: by an
 * event each, which come later.
 */
function ending(community: Community, member: Member, pick: number): void {
  const { time, random, members } = community;
  const known = knownTo(community, member, pick);
  const ended = drawFrom(
    known,
    stories.flatMap((story) => story.ending?.(known) ?? []),
  );
  const owner = members.find(({ userId, transport }) => userId === ended?.by && transport.userId !== null);
  if (ended === undefined || owner === undefined) return;
  const ask = () => {
    open(member, ended.topics);
    askAnew(member, ended.topics);
  };
  const given = sendFrom(owner, ended.command.type, { ...ended.command.data });
  void given?.settled.then(() => {
    for (let n = 0; n < ASKS; n += 1) time.after(MEETING_MS * random() ** 3, ask);
  });
}

/**
 * Makes a backup, later loses the machine and restores the backup, under open pages, with its read models or beside
 * those of lost events. People erased meanwhile, who now exist again, leave the story.
 */
function restore({ server, time, erased, orders }: Community, pick: number): void {
  const { damages } = server;
  if (server.isDamaged) return;
  const backup = server.disk.backup();
  time.after((LOST_MS * (pick % 10)) / 10, async () => {
    // A backup would silently undo a damage, which has the document's present version.
    if (server.damages !== damages) return;
    await server.restore(backup, pick % 3 !== 0);
    for (const userId of erased) {
      const order = effectiveCommandId(actorId(SYSTEM), idOf(`erase ${userId}`));
      const isUnderWay = orders.some(({ commandId, outcome }) => commandId === order && outcome === null);
      const isDone = server.disk.events.backup().events.some(({ meta }) => meta.commandId === order);
      if (!isUnderWay && !isDone) erased.delete(userId);
    }
  });
}

/** Changes something and changes it back, on a network that delivers second copies of earlier packets. */
function waver(community: Community, member: Member, pick: number): void {
  const { time, random } = community;
  const known = knownTo(community, member, pick);
  member.transport.weather = { latency: [1, 30], doubled: 2 * DOUBLED };
  for (const { wavering } of stories) {
    const isQuick = known.draw(2) === 0;
    for (const given of wavering?.(known) ?? []) {
      if (isQuick) give(member, given);
      else time.after(MEETING_MS * random(), () => give(member, given));
    }
  }
}

/** A command of a model in the page of a member. */
function give(member: Member, { type, data }: Given): void {
  sendFrom(member, type, { ...data });
}

/** A member writes what can be written at any time: a command of each noun that has one. */
function write(community: Community, member: Member, pick: number): void {
  const known = knownTo(community, member, pick);
  for (const { anytime } of stories) if (anytime !== undefined) give(member, anytime(known));
}

/** Opens topics in a page, unless they are open there. */
function open({ held, store }: Member, topics: readonly string[]): void {
  for (const topic of topics) if (!held.has(topic)) held.set(topic, store.hold(topic));
}

function askAnew({ store }: Member, topics: readonly string[]): void {
  for (const topic of topics) store.retryTopic(topic);
}

function loadMore({ store }: Member, topics: readonly string[]): void {
  for (const topic of topics) store.loadMore(topic);
}

/** Opens what the people of the private campus have open. */
function openPrivate(member: Member): readonly string[] {
  const front = frontTopics('ut');
  open(member, front);
  return front;
}

/**
 * Ends (or restores) a person's right to the private campus while others write there, with a lost connection, a resume
 * and new asks in between.
 */
function rightEnds(community: Community, pick: number): void {
  const { time, random, members } = community;
  const [, , , writer, mover] = members;
  if (writer?.userId == null || mover === undefined) return;
  const front = openPrivate(mover);
  askAnew(mover, front);
  changeCampus(community, mover);
  const soon = (action: () => void) => void time.after(MEETING_MS * random(), action);
  for (let n = 0; n < 2 + (pick % 3); n += 1) soon(() => write(community, writer, pick + n));
  if (pick % 2 === 0) soon(() => mover.transport.drop());
  if (pick % 3 === 0) soon(() => loadMore(mover, front));
  const known = { ...knownTo(community, writer, pick), campus: 'ut', people: [writer.userId] };
  const about = models.flatMap(({ topics }) => topics(known)).filter(([, topic]) => topic.includes(known.me));
  if (pick % 5 !== 0)
    soon(() =>
      open(
        mover,
        about.flatMap(([, topic]) => (random() < 0.5 ? topic : [])),
      ),
    );
}

/**
 * Damages a visible counter in the read models, like a fault of the disk or of an earlier release; a person opens it,
 * and soon a rebuild corrects it. A damage during a comparison of read models may be corrected without being published.
 */
export function damage(community: Community, member: Member, pick: number): void {
  const { server, time, random } = community;
  if (server.isBuilding) return;
  const [damaged = null] = stories.flatMap((story) => story.damaged?.(server.store.documents, pick) ?? []);
  if (damaged === null) return;
  server.damage(damaged.document);
  if (!member.held.has(damaged.topic)) member.held.set(damaged.topic, member.store.hold(damaged.topic));
  reload(community, member);
  time.after(MEETING_MS * (1 + random()), () => void server.rebuild());
}

/**
 * Opens the private campus, or closes it again, under everybody who reads there: visitors and members of the other one
 * too, with a lost connection and new asks in between, while its members write.
 */
function privacyChanges(community: Community, member: Member, pick: number): void {
  const { time, random, members } = community;
  const writer = members[3];
  if (writer === undefined) return;
  const front = openPrivate(member);
  switchPrivacy(community);
  const soon = (action: () => void) => void time.after(MEETING_MS * random(), action);
  soon(() => write(community, writer, pick));
  soon(() => askAnew(member, front));
  if (pick % 2 === 0) soon(() => member.transport.drop());
  if (pick % 3 === 0) soon(() => switchPrivacy(community));
}
