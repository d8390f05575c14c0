import type { Versioned } from '#projections/kernel/collection.ts';
import { type Act, drawByShare, drawFrom, type Given, type Known, type Order } from '#test/model/acts.ts';
import { models } from '#test/model/nouns.ts';
import { UNDO_ALERT_MS } from '#web/kit/alertStore.ts';
import type { PendingUpload } from '#web/sync/outbox/entry.ts';
import { type Community, type Member, openPage, openSecondTab, type SentCommand, sendFrom } from './community.ts';
import { pressLinkTwice, sayOtherwise, spendCodeTwice } from './mistakes.ts';
import { changeCampus, erase, orderAtEdge, signUp } from './orders.ts';
import { logIn } from './standing.ts';
import { createRandom } from './virtualTime.ts';

/** Most tabs: seven people, some with two. */
export const TABS_MAX = 10;
/** Tabs that stay open. */
const FIRST_TABS = 7;
/** Of things that are many, one in so many gets most of the attention. */
const MANY = 30;
const LIVELY_EVERY = 9;
/**
 * One in this many of these acts is done: the third member is erased in every third story, the fifth one moves in most.
 */
const RARELY = 3;

/** Number of texts, large enough that two are seldom equal. */
const FEW = 1_000;

/** Milliseconds that a page is away. */
const A_WHILE_MS = 2_000;
/** Milliseconds after which a page that is back may be connected. */
const A_MOMENT_MS = 500;

/** An act or a trouble in a step: `pick` chooses among the existing things, or its kind. */
export interface Happening {
  /** Its share of all steps. */
  readonly often: number;
  readonly act: (community: Community, member: Member, pick: number) => void | Promise<void>;
}

/** By name: acts or troubles. */
export type Happenings = Readonly<Record<string, Happening>>;

/** Acts of people, and their orders at the server's edges, by the nouns' models. */
const OF_NOUNS = models.flatMap(({ acts, orders = {} }): readonly Happenings[] => [
  Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, happeningOf(act)])),
  Object.fromEntries(Object.entries(orders).map(([name, each]) => [name, orderingOf(each)])),
]);

/** All acts of people. */
export const ACTS: Happenings = joined(...OF_NOUNS, {
  again: { often: 1, act: (community, member, pick) => sayOtherwise(community, member, pick) },
  code: { often: 1, act: (community, member, pick) => spendCodeTwice(community, member, pick) },
  link: { often: 1, act: (community, member, pick) => pressLinkTwice(community, member, pick) },
  look: { often: 8, act: look },
  leave: { often: 1, act: (_community, member) => leave(member) },
  more: { often: 2, act: (_community, member) => loadMore(member) },
  tab: {
    often: 1,
    act(community, member) {
      if (community.members.length < TABS_MAX) openSecondTab(community, member);
    },
  },
  close: { often: 1, act: closeTab },
  reload: { often: 1, act: reload },
  'log-out': { often: 1, act: (community, member) => logOut(community, member) },
  'miss-log-out': { often: 4, act: missLogOut },
  'log-in': { often: 1, act: logIn },
  'sign-up': { often: 1, act: (community, _member, pick) => signUp(community, pick) },
  move: {
    often: 2,
    act({ members: [, , , , mover], ...community }, _member, pick) {
      if (pick % RARELY === 0 && mover !== undefined) changeCampus(community, mover);
    },
  },
  erase: {
    often: 1,
    act(community, _member, pick) {
      const [, , leaver] = community.members;
      if (pick % RARELY === 0 && leaver !== undefined) erase(community, leaver);
    },
  },
  wait: { often: 2, act: () => undefined },
});

/** All of several parts. @throws {Error} when two have one name: one of them would never happen */
export function joined(...parts: readonly Happenings[]): Happenings {
  const all = parts.flatMap((part) => Object.entries(part));
  const names = all.map(([name]) => name);
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  if (twice.length > 0) throw new Error(`Two acts or troubles of the simulation are named ${twice.join(', ')}.`);
  return Object.fromEntries(all);
}

/** An act of a noun's model, given in the page. */
function happeningOf(act: Act): Happening {
  return {
    often: act.often,
    act(community, member, pick) {
      const given = act.command(knownTo(community, member, pick));
      if (given === null) return;
      const { type, data, files = 0, mistake, undo } = given;
      const uploads = filesOf(files, pick);
      const undoableMs = undo === 'unsent' ? UNDO_ALERT_MS : 0;
      const sent = sendFrom(member, type, withFiles(data, files), { uploads, undoableMs });
      if (sent !== null && mistake !== undefined) community.mistakes.push({ given: sent, code: mistake });
      if (sent !== null && undo !== undefined) mayUndo(community, member, { sent, undo, pick });
    },
  };
}

/** Half of what can be taken back is, in the page that gave it, while its alert stands. */
function mayUndo(
  { time }: Community,
  member: Member,
  {
    sent,
    undo,
    pick,
  }: { readonly sent: SentCommand; readonly undo: NonNullable<Given['undo']>; readonly pick: number },
): void {
  const draw = drawsOf(pick);
  if (draw(2) === 0) return;
  time.after(draw(UNDO_ALERT_MS), () => {
    if (member.store !== sent.page) return;
    if (undo === 'unsent') sent.isTakenBack = sent.page.takeBack(sent.id);
    else sendFrom(member, undo.type, { ...undo.data });
  });
}

/** An order of a noun's model, given at an edge. */
function orderingOf({ often, command }: Order): Happening {
  return {
    often,
    act(community, member, pick) {
      const ordered = member.userId === null ? null : command(knownTo(community, member, pick));
      if (ordered !== null) orderAtEdge(community, member.userId, ordered);
    },
  };
}

/** The targets of a person: mostly a few popular things, because orders, versions and counters meet there. */
export function knownTo({ server, members, random }: Community, { userId, transport }: Member, pick: number): Known {
  const draw = drawsOf(pick);
  return {
    me: userId ?? 'nobody',
    campus: transport.campus,
    people: members.flatMap((member) => member.userId ?? []),
    mayErr: true,
    all<Doc>(collection: string) {
      const all = [...server.store.documents.all(collection)] as Versioned<Doc>[];
      return pick % 4 === 0 || all.length < MANY ? all : all.filter((_, place) => place % LIVELY_EVERY === 0);
    },
    draw,
    words: () => `words ${pick} ${Math.floor(random() * FEW)}`,
  };
}

/** Numbers that follow from one. */
function drawsOf(pick: number): Known['draw'] {
  const random = createRandom(pick);
  return (below) => Math.floor(random() * below);
}

const fileName = (index: number) => `local-${index}.webp`;

function withFiles(data: Readonly<Record<string, unknown>>, files: number): Record<string, unknown> {
  const media = Array.from({ length: files }, (_, index) => ({
    ...{ kind: 'image', name: fileName(index), width: 4, height: 3 },
  }));
  return files === 0 ? { ...data } : { ...data, media };
}

/** Files of different sizes: names follow from them. */
function filesOf(files: number, pick: number): readonly PendingUpload[] {
  return Array.from({ length: files }, (_, index) => ({
    name: fileName(index),
    file: new Blob(['x'.repeat(1 + pick + index)]),
  }));
}

/** Opens a topic of some noun, at either campus. */
function look(community: Community, member: Member, pick: number): void {
  const known = knownTo(community, member, pick);
  const campus = known.draw(4) === 0 ? 'ut' : 'ou';
  const me = known.draw(3) === 0 ? (drawFrom(known, known.people) ?? known.me) : known.me;
  const asked = { ...known, campus, me };
  hold(
    member,
    drawByShare(
      known,
      models.flatMap(({ topics }) => topics(asked)),
    ),
  );
}

function hold({ store, held }: Member, topic: string | undefined): void {
  if (topic !== undefined && !held.has(topic)) held.set(topic, store.hold(topic));
}

function loadMore({ held, store }: Member): void {
  for (const name of held.keys()) store.loadMore(name);
}

function leave({ held }: Member): void {
  const [first] = held;
  if (first === undefined) return;
  first[1]();
  held.delete(first[0]);
}

/** A second tab is closed; the first six stay. */
function closeTab({ members, closed }: Community, member: Member): void {
  const place = members.indexOf(member);
  if (place < FIRST_TABS) return;
  member.store.stop();
  closed.push(...members.splice(place, 1));
}

/** Reloads the page: only the outbox survives. */
export function reload({ time, random }: Community, member: Member): void {
  member.store.stop();
  member.store = openPage({ ...member, time, random });
  for (const name of [...member.held.keys()]) member.held.set(name, member.store.hold(name));
}

/** Logs a user out: the other pages of the browser notice by their sockets, or when they reconnect. */
function logOut({ server }: Community, { browser }: Member): void {
  if (browser.session !== null) void server.drawProcess()?.sessions.end(browser.session.sessionId);
}

/**
 * A user is logged out while a page is disconnected; the page asks for more when it is back, and its user logs in again.
 */
function missLogOut(community: Community, member: Member, pick: number): void {
  const { time, members } = community;
  const signedIn = members.filter(({ transport }) => transport.userId !== null);
  const missing = signedIn.includes(member) ? member : signedIn[pick % signedIn.length];
  if (missing === undefined) return;
  const { transport } = missing;
  transport.isReachable = false;
  transport.drop();
  time.after(A_WHILE_MS, () => {
    transport.isReachable = true;
  });
  for (const later of [1, 2, 3]) time.after(later * A_WHILE_MS + A_MOMENT_MS, () => loadMore(missing));
  time.after(4 * A_WHILE_MS, () => logIn(community, missing));
  logOut(community, missing);
}
