import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#scripts/demo/random.ts';
import { storesBeside } from '#server/roles/besideEngines.ts';
import { ControlFailed, callControl } from '#server/roles/control.ts';
import { noAnswer } from '#web/sync/transport/http.ts';
import { carryOut } from './carryOut.ts';
import { between } from './draws.ts';
import type { People } from './people.ts';
import type { Scenario } from './scenario.ts';

/** Milliseconds between two unplanned orders. */
const ORDER_EVERY_MS = [400, 2_000] as const;
/** Share of these orders that rebuild the read models; the others erase a person. */
const REBUILD_SHARE = 0.7;
/** People that stay, at least. */
const PEOPLE_MIN = 4;
/** Milliseconds that an order is taken to need before one was carried out. */
const FIRST_GUESS_MS = 60;

/** Orders by the names that the journal has for them. */
export type Order = 'rebuild' | 'erase';

/**
 * Gives orders to the running server over its control socket, as the command line does. Without a server no order is
 * carried out, because the folder must stay free for the next server.
 *
 * @throws RequestRefused there is no server, or it stopped
 */
export async function orderServer(
  scenario: Pick<Scenario, 'server'>,
  verb: string,
  args: unknown = null,
): Promise<unknown> {
  const holder = await storesBeside(scenario.server.stores).findHolder();
  if (holder === null || holder === 'unknown' || holder.control === null) throw noAnswer();
  try {
    return await callControl(holder.control, verb, args);
  } catch (error) {
    if (error instanceof ControlFailed) throw noAnswer(error);
    throw error;
  }
}

/** Rebuilds read models and erases people, one order at a time, until the scenario's day is over. */
export class Operator {
  readonly #scenario: Scenario;
  readonly #people: People;
  readonly #random: Random;
  readonly #usualMs = new Map<Order, number>();
  #wanted = Promise.withResolvers<Order>();
  #begun: () => void = () => undefined;

  constructor(scenario: Scenario, people: People, random: Random) {
    this.#scenario = scenario;
    this.#people = people;
    this.#random = random;
  }

  async run(): Promise<void> {
    for (;;) {
      const wanted = await Promise.race([
        this.#wanted.promise,
        pause(this.#scenario.slowness * between(this.#random, ...ORDER_EVERY_MS)),
      ]);
      if (this.#scenario.isOver()) return;
      const begun = wanted === undefined ? () => undefined : this.#begun;
      if (wanted !== undefined) this.#wanted = Promise.withResolvers();
      await this.#carryOut(wanted ?? (this.#random() < REBUILD_SHARE ? 'rebuild' : 'erase'), begun);
    }
  }

  /** Wants an order next; resolves when it is on its way to the server. */
  begin(order: Order): Promise<void> {
    return new Promise((resolve) => {
      this.#begun = resolve;
      this.#wanted.resolve(order);
    });
  }

  /** Milliseconds that the last such order took which nothing disturbed. */
  usualMs(order: Order): number {
    return this.#usualMs.get(order) ?? FIRST_GUESS_MS;
  }

  #carryOut(order: Order, begun: () => void): Promise<void> {
    const [eldest] = this.#people.list();
    // No person is left to erase: rebuild instead.
    if (order === 'rebuild' || eldest === undefined || this.#people.list().length <= PEOPLE_MIN) {
      return this.#rebuild(begun);
    }
    return this.#erase(eldest, begun);
  }

  async #rebuild(begun: () => void): Promise<void> {
    const { value } = await carryOut(this.#scenario, { do: 'rebuild' }, async () => {
      const value = await this.#timed('rebuild', begun, () => orderServer(this.#scenario, 'rebuild'));
      return { position: null, value: value as { readonly differences: readonly unknown[] } };
    });
    for (const difference of value?.differences ?? []) {
      this.#scenario.findings.push(`A rebuild had to correct a document: ${JSON.stringify(difference)}`);
    }
  }

  async #erase(person: ReturnType<People['list']>[number], begun: () => void): Promise<void> {
    await this.#people.stopActing(person);
    const { userId } = person;
    await carryOut(this.#scenario, { do: 'erase', userId }, async () => {
      const done = await this.#timed('erase', begun, () => orderServer(this.#scenario, 'erase', { userId }));
      return { position: (done as { readonly position: string | null }).position, value: null };
    });
    person.leave();
  }

  async #timed<T>(order: Order, begun: () => void, act: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    begun();
    const value = await act();
    this.#usualMs.set(order, performance.now() - startedAt);
    return value;
  }
}
