import { assumptions } from './behaviour.ts';
import { type Capacity, GOAL_MS, shortfall } from './capacity.ts';
import { type Costs, type Unit, units } from './costs.ts';
import { type Layout, machinesIn, roles } from './layout.ts';
import type { Measured } from './measure.ts';
import type { MachineReport, Played } from './play.ts';

const HOURS_A_MONTH = 730;
/** Share of a resource from which a report names it among the bottlenecks. */
const NAMED_FROM = 0.2;
const BITS = 8;
const MEGA = 1e6;
const GIB = 2 ** 30;
/** Bytes of a process with its code and heap, without sockets (`npm run bench -- --only memory`). */
const PROCESS_BYTES = 160 * 2 ** 20;

/** A resource that a machine can run out of. */
interface Use {
  readonly what: 'processor' | 'link' | 'memory';
  readonly share: number;
}

/** How much of its processor, link and memory a machine uses. */
export function usesOf(machine: MachineReport, { load, machines }: Played, socketBytes: number): readonly Use[] {
  const hubs = machines.filter(({ role }) => role === 'hub').length;
  const sockets = machine.role === 'hub' ? load.sockets / hubs : 0;
  const bytes = machine.cores * PROCESS_BYTES + sockets * socketBytes;
  return [
    { what: 'processor', share: machine.busy },
    { what: 'link', share: (machine.bytesPerSecond * BITS) / (assumptions.linkMbits.value * MEGA) },
    { what: 'memory', share: bytes / (assumptions.memoryGiB.value * GIB) },
  ];
}

/** For each role, the part of it that is used most; what saturates first is the first of them. */
export function bottlenecks(played: Played, socketBytes: number) {
  const most = roles.map((role) => {
    const uses = played.machines
      .filter((machine) => machine.role === role)
      .flatMap((machine) => usesOf(machine, played, socketBytes));
    const { what, share } = uses.reduce((a, b) => (b.share > a.share ? b : a));
    return { role, what, share };
  });
  return most.toSorted((a, b) => b.share - a.share);
}

/** US dollars of a layout for 1,000 students. */
export function costPerThousand(played: Played, layout: Layout, priceAnHour: number) {
  const anHour = (machinesIn(layout) * priceAnHour) / (played.load.students / 1_000);
  return { anHour, aMonth: anHour * HOURS_A_MONTH };
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const short = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) => `| ${widths.map((width, n) => (line[n] ?? '').padEnd(width)).join(' | ')} |`);
  return [drawn[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...drawn.slice(1)].join('\n');
}

const costTable = (costs: Costs) =>
  tableOf(
    ['unit of work', 'µs of processor', 'p99'],
    Object.entries(units).map(([unit, text]) => {
      const { ms, spread } = costs[unit as Unit];
      return [text, short(ms * 1_000), short(ms * 1_000 * (spread[Math.floor(spread.length * 0.99)] ?? 1))];
    }),
  );

const assumptionTable = () =>
  tableOf(
    ['assumption', 'value', 'reason'],
    Object.entries(assumptions).map(([name, { value, unit, reason }]) => [name, `${short(value)} ${unit}`, reason]),
  );

/** The work of a machine a second, in words. */
function didOf({ did, role }: MachineReport, { load, machines, readers }: Played): string {
  const rate = (unit: Unit) => short(did[unit] ?? 0);
  const hubs = machines.filter(({ role: each }) => each === 'hub').length;
  const texts: Record<MachineReport['role'], string> = {
    api: `${rate('command')} commands, ${rate('page')} pages, ${rate('picture')} photos, ${rate('signIn')} sign-ins`,
    hub: `${whole(load.sockets / hubs)} sockets (${whole(readers.feeds / hubs)} at a feed); ${rate('row')} rows, ${whole(did.delivery ?? 0)} packets, ${rate('opening')} new sockets`,
    projector: `${rate('folded')} events folded, ${rate('read')} read`,
    worker: `${rate('read')} events read`,
    eventStore: `${rate('append')} appends, ${rate('logRead')} events handed out`,
    readStore: `${rate('committed')} events written, ${whole((did.feedPoll ?? 0) + (did.document ?? 0))} reads, ${rate('vaultCall')} vault calls`,
  };
  return texts[role];
}

const machineTable = (played: Played, socketBytes: number) =>
  tableOf(
    ['machine', 'processor', 'link', 'memory', 'a second'],
    played.machines.map((machine) => [
      machine.name,
      ...usesOf(machine, played, socketBytes).map(({ share }) => percent(share)),
      didOf(machine, played),
    ]),
  );

/** A line about one load that was tried. */
export function tryLine(played: Played): string {
  const { load, screens } = played;
  const verdict = shortfall(played) ?? 'in its goal';
  return `${whole(load.students)} students: press → other screen p50 ${screens.quantile(0.5)} ms, p99 ${screens.quantile(0.99)} ms; ${verdict}`;
}

const MODELLED = `Real code, on a virtual clock and network: the entry of commands, deciders, claims, facts, outcomes in the vault, the
sealing of personal data, catch-up subscriptions, folds, the projector and the change feed, and hubs that tail it
and decide who gets which packet. Modelled: the processors (queues with the times below), the engines' own work
(SQLite's, times a factor), HTTP and Socket.IO, pages, photos, sign-ins and new sockets (their times alone), what reactors do
after they have read an event, search, mail, and replicas of the engines. A connection of the simulation stands for many.`;

/** The whole report. */
export function report(
  { costs, socketBytes }: Measured,
  layout: Layout,
  { most, tooMuch }: Capacity,
  priceAnHour: number,
): string {
  const [first, ...then] = bottlenecks(tooMuch, socketBytes)
    .filter(({ share }) => share >= NAMED_FROM)
    .map(({ role, what, share }) => `the ${what} of ${role} (${percent(share)})`);
  const { anHour, aMonth } = costPerThousand(most, layout, priceAnHour);
  const { load, answers, screens } = most;
  const machines = roles.map((role) => `${layout[role]} ${role}`).join(', ');
  return [
    MODELLED,
    costTable(costs),
    assumptionTable(),
    `${machinesIn(layout)} machines (${machines}) take ${whole(load.students)} students of ${most.campuses} campuses in the busiest hour: ${whole(load.sockets)} sockets, ${short(load.commands)} commands and ${short(load.visits)} visits a second.`,
    `Press → answer p50 ${answers.quantile(0.5)} ms, p99 ${answers.quantile(0.99)} ms. Press → other screen p50 ${screens.quantile(0.5)} ms, p99 ${screens.quantile(0.99)} ms, goal ${GOAL_MS} ms.`,
    machineTable(most, socketBytes),
    `At ${whole(tooMuch.load.students)} students: ${shortfall(tooMuch)}. What saturates first: ${first}; then ${then.join(', ')}.`,
    `At $${priceAnHour} a machine and hour: $${short(anHour)} an hour, $${short(aMonth)} a month for 1,000 students.`,
  ].join('\n\n');
}
