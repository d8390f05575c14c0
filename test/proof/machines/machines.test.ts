import { describe, expect, it } from '@jest/globals';
import { VirtualTime } from '../simulate/virtualTime.ts';
import { loadOf } from './behaviour.ts';
import { findCapacity, GOAL_MS, shortfall } from './capacity.ts';
import { always, type Costs, drawMs, spreadAs, type Unit, units } from './costs.ts';
import { Latencies } from './latencies.ts';
import { type Layout, machinesIn, TEN_MACHINES } from './layout.ts';
import { refuseNothing } from './measure.ts';
import { type MachineReport, type Played, play } from './play.ts';
import { EventLoop, Machine } from './queues.ts';
import { bottlenecks, costPerThousand } from './report.ts';

/** Milliseconds of each unit: round numbers of about the right size. */
const MS: Readonly<Record<Unit, number>> = {
  ...{ command: 0.4, page: 2, signIn: 250, picture: 300, opening: 1, held: 0.001, row: 0.1, delivery: 0.012 },
  ...{ folded: 0.15, read: 0.03, append: 0.05, logRead: 0.01, committed: 0.1, feedPoll: 0.02, document: 0.005 },
  vaultCall: 0.02,
};
const costs = Object.fromEntries(Object.entries(MS).map(([unit, ms]) => [unit, always(ms)])) as unknown as Costs;
const SOCKET_BYTES = 16_000;
/** Two campuses, so that a play takes a second. */
const few = { costs, layout: TEN_MACHINES, students: 100_000, seconds: 3, seed: 7, campuses: 2 };

const numbersOf = ({ sent, answered, packets, screens, machines }: Played) => ({
  ...{ sent, answered, packets },
  times: [screens.quantile(0.5), screens.quantile(0.99)],
  busy: machines.map(({ busy }) => busy),
});
const ofRole = ({ machines }: Played, role: MachineReport['role']) => machines.filter((each) => each.role === role);

describe('a machine', () => {
  it('sends over its link one thing after the other', async () => {
    const time = new VirtualTime();
    const machine = new Machine('hub 1', 'hub', 2, time);
    const begin = time.clock.now();
    const left: number[] = [];
    // A gigabit a second: 125,000 bytes a millisecond.
    for (const bytes of [1_250_000, 2_500_000])
      void machine.send(bytes).then(() => left.push(time.clock.now() - begin));
    await time.pass(100);
    expect([left, machine.bytes]).toEqual([[10, 30], 3_750_000]);
  });

  it('does as much at a time as it has cores, in slices, and a process does one thing after the other', async () => {
    const time = new VirtualTime();
    const machine = new Machine('api 1', 'api', 2, time);
    const begin = time.clock.now();
    const ended: [string, number][] = [];
    const note = (name: string) => () => void ended.push([name, time.clock.now() - begin]);
    const loop = new EventLoop(machine);
    void loop.run(10).then(note('first'));
    void loop.run(10).then(note('second'));
    void machine.work(100).then(note('photo'));
    void machine.work(100).then(note('photo'));
    await time.pass(60);
    // Three want two cores: the process has to wait for a slice now and then, and its second task for the first.
    expect(ended.map(([name]) => name)).toEqual(['first', 'second']);
    expect(ended[0]?.[1]).toBeGreaterThanOrEqual(10);
    expect(ended[1]?.[1]).toBeGreaterThanOrEqual((ended[0]?.[1] ?? 0) + 10);
    expect(machine.busyMs).toBeGreaterThanOrEqual(2 * 60 - 8);
    await time.pass(200);
    expect([machine.busyMs, machine.givenMs, machine.queuedMs]).toEqual([220, 220, 0]);
  });
});

describe('a cost', () => {
  it('has the average of one measurement and the spread of another', () => {
    const cost = spreadAs(3, [1, 1, 1, 5]);
    const drawn = Array.from({ length: 400 }, (_, n) => drawMs(cost, n / 400));
    expect(Math.max(...drawn) / Math.min(...drawn)).toBeCloseTo(5);
    expect(drawn.reduce((sum, each) => sum + each, 0) / 400).toBeCloseTo(3);
    expect(drawMs(always(2), 0.7, 10)).toBe(20);
  });

  it('is known for every unit of work', () => {
    expect(Object.keys(MS).toSorted()).toEqual(Object.keys(units).toSorted());
  });
});

it('takes no figure of work that seems to cost nothing', () => {
  const measured = { command: 0.2, page: 4, opening: 1.4, delivery: 0.01 };
  expect(() => refuseNothing(measured)).not.toThrow();
  expect(() => refuseNothing({ ...measured, opening: 0, delivery: Number.NaN })).toThrow('opening, delivery');
});

describe('ten machines', () => {
  it('answer every command, bring every packet to a browser, and do the same again by the same seed', async () => {
    const played = await play(few);
    expect(machinesIn(few.layout)).toBe(10);
    expect(shortfall(played)).toBeNull();
    expect(played).toMatchObject({ refused: 0, open: 0, pending: 0, isThrough: true, errors: [] });
    expect(played.sent).toBe(played.answered);
    // Two seconds before it is looked at come to the three.
    expect(played.sent).toBeGreaterThan(loadOf(few.students).commands * 5 * 0.5);
    expect(played.packets.arrived).toBeCloseTo(played.packets.handed, 3);
    // Each command changes a document that the whole feed of its campus shows.
    expect(played.packets.arrived).toBeGreaterThanOrEqual((played.sent * played.readers.feeds) / few.campuses - 1e-6);
    expect(numbersOf(await play(few))).toEqual(numbersOf(played));
    expect(numbersOf(await play({ ...few, seed: 8 }))).not.toEqual(numbersOf(played));
  });

  it('are as busy as what they did takes', async () => {
    // No work is long, so that next to nothing of it lies half within the time that is looked at.
    const short = { ...MS, command: 5, picture: 5, signIn: 5, folded: 5 };
    const shortCosts = Object.fromEntries(Object.entries(short).map(([unit, ms]) => [unit, always(ms)]));
    const played = await play({ ...few, students: 400_000, costs: shortCosts as unknown as Costs });
    const second = { api: ['command', 'page', 'picture', 'signIn'], projector: ['folded', 'read'] } as const;
    for (const role of ['api', 'projector'] as const) {
      for (const { did, busy, cores } of ofRole(played, role)) {
        const ms = second[role].reduce((sum, unit) => sum + (did[unit] ?? 0) * short[unit], 0);
        expect(busy).toBeGreaterThan(0.01);
        expect(Math.abs(busy / (ms / (cores * 1_000)) - 1)).toBeLessThan(0.1);
      }
    }
  });

  it('are limited by one role; twice as many machines of it move the limit elsewhere', async () => {
    const layout: Layout = { ...TEN_MACHINES, api: 1, hub: 1 };
    // Ten seconds: of three, chance alone has between three and eight photos.
    const load = { ...few, students: 320_000, seconds: 10 };
    const narrow = await play({ ...load, layout });
    expect(shortfall(narrow)).not.toBeNull();
    expect(bottlenecks(narrow, SOCKET_BYTES)[0]).toMatchObject({ role: 'hub' });
    const wide = await play({ ...load, layout: { ...layout, hub: 4 } });
    expect(shortfall(wide)).toBeNull();
    // By a good distance: the hubs use a sixth of their links, photos two fifths of the one API machine.
    expect(bottlenecks(wide, SOCKET_BYTES)[0]).toMatchObject({ role: 'api', what: 'processor' });
  });
});

describe('the search for the load', () => {
  /** A network that is in its goal up to so many students. */
  const upTo = (most: number) => async (students: number) => {
    const screens = new Latencies();
    screens.add(students <= most ? GOAL_MS : GOAL_MS + 1);
    return { load: loadOf(students), screens, isThrough: true, open: 0, refused: 0, errors: [] } as unknown as Played;
  };

  it('ends close below the first load that is too much', async () => {
    const { most, tooMuch } = await findCapacity(upTo(1_700_000));
    expect(most.load.students).toBeLessThanOrEqual(1_700_000);
    expect(tooMuch.load.students).toBeGreaterThan(1_700_000);
    expect(tooMuch.load.students / most.load.students).toBeLessThanOrEqual(1.05);
    await expect(findCapacity(upTo(1_000))).rejects.toThrow('Nothing');
  });

  it('names each thing that is too much, and what it costs for 1,000 students', async () => {
    const good = await upTo(2_000_000)(1_000_000);
    expect(shortfall({ ...good, open: 3 })).toContain('3 commands');
    expect(shortfall({ ...good, refused: 2 })).toContain('2 commands');
    expect(shortfall({ ...good, isThrough: false })).toContain('not sent');
    expect(shortfall({ ...good, errors: [new Error('No.')] })).toContain('No.');
    expect(costPerThousand(good, TEN_MACHINES, 0.1)).toEqual({ anHour: 0.001, aMonth: 0.73 });
  });
});
