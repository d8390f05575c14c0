import { DELETION_GRACE_DAYS } from '#domain/deletion/limits.ts';
import { actorId } from '#domain/kernel/actor.ts';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { PostCounters } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { idOf, SYSTEM, userActor } from '#test/server/support/people.ts';
import { type Happening, logIn, reload } from './acts.ts';
import { type Community, type Member, MODERATOR, sendFrom } from './community.ts';
import { changeCampus, dispatchUntilAnswered, order, switchPrivacy, watch } from './orders.ts';
import type { NetworkWeather } from './simTransport.ts';

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
/** Share of rows and commands that a bad network doubles. */
const DOUBLED = 0.3;
/** Milliseconds beyond the grace of a deletion. */
const GRACE_MS = (DELETION_GRACE_DAYS + 1) * 86_400_000;
/** Posts at the top of a feed that everybody sees. */
const SEEN_POSTS = 20;
/** Milliseconds within which events have to coincide. */
const MEETING_MS = 400;

/** Troubles of people and of the server. */
export const TROUBLES = {
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
  rebuild: { often: 1, act: ({ server }) => void server.rebuild() },
  damage: { often: 1, act: damage },
  race: { often: 3, act: race },
  waver: { often: 2, act: waver },
  restore: { often: 2, act: (community, _member, pick) => restore(community, pick) },
  right: { often: 3, act: (community, _member, pick) => rightEnds(community, pick) },
  privacy: { often: 3, act: privacyChanges },
  banned: { often: 2, act: banInTheMiddle },
  leaving: { often: 1, act: leaveForGood },
} satisfies Readonly<Record<string, Happening>>;

function weather(often: number, to: NetworkWeather): Happening {
  return {
    often,
    act(_community, { transport }) {
      transport.weather = to;
    },
  };
}

/**
 * A comment's append times out and lands late; before it is tried again its post is deleted: the answer to the retry
 * must be true for ever.
 */
function race(community: Community, member: Member, pick: number): void {
  const { server, time, random, members } = community;
  const own = server.posts.filter(({ doc }) => doc !== null && doc.parent === null && doc.campus === 'ou');
  const post = own[pick % Math.max(1, own.length)];
  const author = members.find(({ userId }) => userId === post?.doc?.author);
  if (post === undefined || author === undefined || member === author) return;
  server.failNextAppend(pick % 4 === 0 ? 'lands' : 'lands-late');
  sendFrom(member, 'AddComment', { text: richTextOf('mine!'), media: [], root: post.key, parent: post.key });
  time.after(MEETING_MS * random(), () => sendFrom(author, 'DeletePost', { postId: post.key }));
  // It comes back with the same command, perhaps to the other process.
  if (server.hasTwo) time.after(MEETING_MS * random(), () => member.transport.drop());
  if (pick % 3 !== 0) return;
  // The next process knows nothing of it, and its first minute seems to be over at once.
  time.after(MEETING_MS, () => server.crash());
  time.after(2 * MEETING_MS, () => server.stepClock(CLOCK_STEP_MS));
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
function waver({ server, time, random }: Community, member: Member, pick: number): void {
  const { posts } = server;
  const post = posts[pick % Math.max(1, posts.length)];
  if (post === undefined) return;
  member.transport.weather = { latency: [1, 30], doubled: 2 * DOUBLED };
  const types = ['SavePost', 'UnsavePost', 'SavePost', 'UnsavePost'].slice(pick % 2);
  for (const type of types) sendFrom(member, type, { postId: post.key });
  for (const words of ['Sells 1.', 'Sells 2.', 'Sells 1.']) {
    time.after(MEETING_MS * random(), () => sendFrom(member, 'ChangeBio', { bio: words }));
  }
}

/**
 * Ends (or restores) a person's right to the private campus while others write there, with a lost connection, a resume
 * and new asks in between.
 */
function rightEnds(community: Community, pick: number): void {
  const { time, random, members } = community;
  const [, , , writer, mover] = members;
  if (writer === undefined || mover === undefined) return;
  const feed = topicName.feed('ut');
  if (!mover.held.has(feed)) mover.held.set(feed, mover.store.hold(feed));
  mover.store.retryTopic(feed);
  changeCampus(community, mover);
  const soon = (action: () => void) => void time.after(MEETING_MS * random(), action);
  for (let n = 0; n < 2 + (pick % 3); n += 1) {
    soon(() => sendFrom(writer, 'CreatePost', { text: richTextOf(`for us ${n}`), media: [], category: 'all' }));
  }
  soon(() => sendFrom(writer, 'ChangeBio', { bio: `Teaches ${pick % 3}.` }));
  if (pick % 2 === 0) soon(() => mover.transport.drop());
  if (pick % 3 === 0) soon(() => mover.store.loadMore(feed));
  const wall = topicName.wall('ut', writer.userId ?? '');
  if (pick % 5 !== 0 && !mover.held.has(wall))
    soon(() => mover.held.set(wall, mover.held.get(wall) ?? mover.store.hold(wall)));
}

/**
 * Damages a visible counter in the read models, like a fault of the disk or of an earlier release; a person opens it,
 * and soon a rebuild corrects it. A damage during a comparison of read models may be corrected without being published.
 */
function damage(community: Community, member: Member, pick: number): void {
  const { server, time, random } = community;
  if (server.isBuilding) return;
  const feed = server.store.documents.query('posts', 'feed', ['ou']);
  const post = feed[pick % Math.max(1, Math.min(SEEN_POSTS, feed.length))];
  const chosen = server.store.documents.get('postCounters', post?.key ?? '') as Versioned<PostCounters> | undefined;
  if (chosen === undefined || chosen.doc === null) return;
  server.damage({ ...chosen, doc: { ...chosen.doc, saves: chosen.doc.saves + 7 } });
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
  const feed = topicName.feed('ut');
  if (!member.held.has(feed)) member.held.set(feed, member.store.hold(feed));
  switchPrivacy(community);
  const soon = (action: () => void) => void time.after(MEETING_MS * random(), action);
  soon(() => sendFrom(writer, 'CreatePost', { text: richTextOf(`switched ${pick}`), media: [], category: 'all' }));
  soon(() => member.store.retryTopic(feed));
  if (pick % 2 === 0) soon(() => member.transport.drop());
  if (pick % 3 === 0) soon(() => switchPrivacy(community));
}

/**
 * The moderator bans somebody who is in the middle of something: a command that is given once the ban is acknowledged must
 * be refused, in every process. Mostly the ban is lifted again, and the person logs in.
 */
function banInTheMiddle(community: Community, member: Member, pick: number): void {
  const { server, time, random, members, mistakes } = community;
  const { userId } = member;
  const moderator = members[MODERATOR];
  if (moderator === undefined || userId === null || userId === moderator.userId) return;
  const { restores } = server.disk;
  const data = { userId, reason: 'scam', note: `Seen ${pick} times.`, about: userId };
  const sent = sendFrom(moderator, 'BanPerson', data);
  if (pick % 2 === 0) time.after(MEETING_MS * random(), () => sendFrom(member, 'ChangeBio', { bio: 'Was I banned?' }));
  const tryAgain = async () => {
    const banned = await sent?.settled;
    if (banned?.ok !== true || banned.position === null) return;
    const id = idOf(`tried ${pick} ${banned.position}`);
    const tried = { id, type: 'ChangeBio', data: { bio: 'I am still here.' } };
    const outcome = await dispatchUntilAnswered(community, userActor(userId), tried);
    const { position } = banned;
    const isLifted = server.disk.events
      .backup()
      .events.some(
        (event) => event.stream === `ban-${userId}` && event.type === 'BanLifted' && event.position > position,
      );
    const given = { commandId: effectiveCommandId(userId, id), outcome };
    if (!isLifted && server.disk.restores === restores) mistakes.push({ given, code: 'ACCOUNT_BANNED' });
    if (pick % 4 === 0) return;
    await (sendFrom(moderator, 'LiftBan', { userId, reason: 'mistake' })?.settled ?? null);
    time.after(MEETING_MS * random(), () => logIn(community, member));
  };
  void watch(community, tryAgain());
}

/**
 * Somebody has the account deleted, and keeps it after all, or does not; then the grace is over. Nothing of one who is
 * gone may be left, and one who has stayed keeps everything.
 */
function leaveForGood(community: Community, member: Member, pick: number): void {
  const { server, time, random, orders } = community;
  const { userId } = member;
  if (userId === null || userId === community.members[MODERATOR]?.userId) return;
  const soon = () => new Promise<void>((resolve) => void time.after(MEETING_MS * random(), resolve));
  const left = async () => {
    const id = idOf(`leave ${orders.length}`);
    const asked = await order(community, userActor(userId), id, 'RequestDeletion', {});
    if (!asked.ok) return;
    await soon();
    if (pick % 2 === 0) {
      logIn(community, member);
      await soon();
      // Sometimes both at once: it is either kept or begun.
      const kept = sendFrom(member, 'CancelDeletion', {})?.settled;
      if (pick % 4 === 0) await kept;
    }
    server.stepClock(GRACE_MS);
    // The first sweep comes soon after a start.
    await server.start();
  };
  void watch(community, left());
}
