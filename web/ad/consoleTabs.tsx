import type { ConsoleTab } from '../noun.ts';
import { ModeratedAds } from './ModeratedAds.tsx';

/** The ads that were paid. */
const tabs: readonly ConsoleTab[] = [{ rank: 65, path: 'ads', label: 'Ads', List: ModeratedAds }];

export default tabs;
