import { use } from 'react';
import { fetchSoon } from '../kit/lazySoon.ts';
import { persistently } from '../kit/persistently.ts';
import type { SettingsPart } from '../noun.ts';
import { nouns } from '../nouns.ts';

const load = () => Promise.all(nouns.map(async ({ settings }) => (await settings?.())?.default ?? {}));
fetchSoon(load);

let parts: Promise<readonly SettingsPart[]> | undefined;

/** The nouns' parts of the settings; suspends until their modules are loaded. */
export function useSettingsParts(): readonly SettingsPart[] {
  parts ??= persistently(load);
  return use(parts);
}
