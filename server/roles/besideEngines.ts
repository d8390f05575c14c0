import { embeddedStoresBeside } from './embeddedEngines.ts';
import { networkOf } from './engines.ts';
import { networkStoresBeside } from './networkEngines.ts';
import type { StoresBeside, StoresConfig } from './stores.ts';

/** The stores for the command line, beside processes that use them. */
export function storesBeside(
  config: Pick<StoresConfig, 'dataDir' | 'eventStoreUrl' | 'mongoUrl'> & Partial<Pick<StoresConfig, 'environment'>>,
): StoresBeside {
  const network = networkOf(config);
  return network === null ? embeddedStoresBeside(config) : networkStoresBeside({ ...config, ...network });
}
