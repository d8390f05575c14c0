import { openEmbeddedStores } from './embeddedEngines.ts';
import type { NetworkEngines } from './networkEngines.ts';
import type { OpenStores, StoresConfig } from './stores.ts';

/**
 * Opens the engines that the configuration names: those in the data folder, or those over the network. Outside
 * `server/engines/`, only the files `*ngines.ts` beside this one name engines.
 */
export const openStores: OpenStores = async (config, purpose, onDeath, onNote) => {
  const network = networkOf(config);
  if (network === null) return openEmbeddedStores(config, purpose, onDeath);
  // Their clients take 40 MB: a process that needs none loads none.
  const { openNetworkStores } = await import('./networkEngines.ts');
  return openNetworkStores({ ...config, ...network }, onNote);
};

/** Addresses of engines over the network; the configuration refuses one without the other. */
export function networkOf({
  eventStoreUrl = null,
  mongoUrl = null,
}: Pick<StoresConfig, 'eventStoreUrl' | 'mongoUrl'>): NetworkEngines | null {
  return eventStoreUrl === null || mongoUrl === null ? null : { eventStoreUrl, mongoUrl };
}
