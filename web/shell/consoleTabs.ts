import { use } from 'react';
import { fetchSoon } from '../kit/lazySoon.ts';
import { persistently } from '../kit/persistently.ts';
import type { ConsoleTab } from '../noun.ts';
import { nouns } from '../nouns.ts';
import { inOrder } from './registry.ts';

const load = () => Promise.all(nouns.map(async ({ consoleTabs }) => (await consoleTabs?.())?.default ?? []));

fetchSoon(load);

let tabs: Promise<readonly ConsoleTab[]> | undefined;

/** The nouns' tabs of the moderators' console, in their order; suspends until their modules are loaded. */
export function useConsoleTabs(): readonly ConsoleTab[] {
  tabs ??= persistently(load).then((all) => inOrder(all.flat()));
  return use(tabs);
}
