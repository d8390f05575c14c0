import { embeddedStoresBeside, openEmbeddedStores } from './embeddedEngines.ts';
import { type NetworkEngines, networkStoresBeside, openNetworkStores } from './networkEngines.ts';
import type { OpenStores, StoresBeside, StoresConfig } from './stores.ts';

/**
 * Opens the engines that the configuration names: those in the data folder, or those over the network. Outside
 * `server/engines/`, only this file, the two that it calls and `moveEngines.ts` name engines.
 */
export const openStores: OpenStores = (config, purpose, onDeath) => {
  const network = networkOf(config);
  return network === null ? openEmbeddedStores(config, purpose, onDeath) : openNetworkStores({ ...config, ...network });
};

/** The stores for the command line. */
export function storesBeside(config: Pick<StoresConfig, 'dataDir' | 'eventStoreUrl' | 'mongoUrl'>): StoresBeside {
  const network = networkOf(config);
  return network === null ? embeddedStoresBeside(config) : networkStoresBeside({ ...config, ...network });
}

/** The configuration refuses one address without the other. */
function networkOf({
  eventStoreUrl = null,
  mongoUrl = null,
}: Pick<StoresConfig, 'eventStoreUrl' | 'mongoUrl'>): NetworkEngines | null {
  return eventStoreUrl === null || mongoUrl === null ? null : { eventStoreUrl, mongoUrl };
}
