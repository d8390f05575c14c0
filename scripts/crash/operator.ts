import { setTimeout as pause } from 'node:timers/promises';
import { findHolder } from '#server/adapters/sqlite/dataFolderLock.ts';
import { ControlFailed, callControl } from '#server/control.ts';
import { noAnswer } from '#web/sync/http.ts';
import { carryOut } from './carryOut.ts';
import type { Person } from './person.ts';
import { between, type Town } from './town.ts';

/** Milliseconds between two orders. */
const ORDER_EVERY_MS = [400, 2_000] as const;
/** Share of the orders that rebuild the read models; the others erase somebody. */
const REBUILD_SHARE = 0.7;
/** People that stay, at least. */
const PEOPLE_MIN = 6;

/**
 * Gives orders to the running server over its control socket, as the command line does. Only the server carries them
 * out: while there is none the folder must stay free for the next one.
 *
 * @throws RequestRefused there is no server, or it went away
 */
export async function orderServer(town: Pick<Town, 'server'>, verb: string, args: unknown = null): Promise<unknown> {
  const holder = await findHolder(town.server.dataDir);
  if (holder === null || holder === 'unknown' || holder.control === null) throw noAnswer();
  try {
    return await callControl(holder.control, verb, args);
  } catch (error) {
    if (error instanceof ControlFailed) throw noAnswer();
    throw error;
  }
}

/** Rebuilds read models and erases people until the town's day is over. */
export async function operate(
  town: Town,
  people: () => readonly Person[],
  stopActing: (person: Person) => Promise<void>,
) {
  for (;;) {
    await pause(between(town.random, ...ORDER_EVERY_MS));
    if (town.isOver()) return;
    const [eldest] = people();
    if (town.random() < REBUILD_SHARE || people().length <= PEOPLE_MIN || eldest === undefined) await rebuild(town);
    else await erase(town, eldest, stopActing);
  }
}

async function rebuild(town: Town): Promise<void> {
  const { value } = await carryOut(town, { do: 'rebuild' }, async () => ({
    position: null,
    value: (await orderServer(town, 'rebuild')) as { readonly differences: readonly unknown[] },
  }));
  for (const difference of value?.differences ?? []) {
    town.findings.push(`A rebuild had to correct a document: ${JSON.stringify(difference)}`);
  }
}

async function erase(town: Town, person: Person, stopActing: (person: Person) => Promise<void>): Promise<void> {
  await stopActing(person);
  const { userId } = person;
  await carryOut(town, { do: 'erase', userId }, async () => {
    const { position } = (await orderServer(town, 'erase', { userId })) as { readonly position: string | null };
    return { position, value: null };
  });
  person.leave();
}
