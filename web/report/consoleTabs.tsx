import type { ConsoleTab } from '../noun.ts';
import { AuditList } from './AuditList.tsx';
import { BanList } from './BanList.tsx';
import { CampusList } from './CampusList.tsx';
import { CaseList } from './CaseList.tsx';
import { SearchList } from './SearchList.tsx';
import { Statistics } from './Statistics.tsx';

/** Reports, bans, the privacy of campuses, popular searches, statistics, and what moderators did. */
const tabs: readonly ConsoleTab[] = [
  { rank: 10, path: 'open', label: 'Open', List: () => <CaseList which="open" /> },
  { rank: 20, path: 'mine', label: 'Mine', List: () => <CaseList which="mine" /> },
  { rank: 30, path: 'done', label: 'Done', List: () => <CaseList which="closed" /> },
  { rank: 40, path: 'bans', label: 'Bans', List: () => <BanList which="standing" /> },
  { rank: 50, path: 'lifted', label: 'Lifted', List: () => <BanList which="lifted" /> },
  { rank: 60, path: 'campuses', label: 'Campuses', List: CampusList },
  { rank: 70, path: 'searches', label: 'Searches', List: SearchList },
  { rank: 80, path: 'statistics', label: 'Statistics', List: Statistics },
  { rank: 90, path: 'log', label: 'Log', List: AuditList },
];

export default tabs;
