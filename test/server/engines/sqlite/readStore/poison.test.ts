import { readStorePoisonContract } from '#test/contract/readStorePoison.ts';
import { projections } from '#test/projections/support/fragile.ts';
import { openReadSide } from './openReadSide.ts';

const MODULE = new URL('../../../../projections/support/fragile.ts', import.meta.url).href;

readStorePoisonContract('SQLite', () => openReadSide({ projections }, MODULE));
