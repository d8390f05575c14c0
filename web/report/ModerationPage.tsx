import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, NavLink, useParams } from 'react-router';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { AuditList } from './AuditList.tsx';
import { BanList } from './BanList.tsx';
import { CampusList } from './CampusList.tsx';
import { CaseList } from './CaseList.tsx';
import styles from './ModerationPage.module.css';
import { SearchList } from './SearchList.tsx';
import { Statistics } from './Statistics.tsx';

/** The lists of the console, by the last part of their address. */
const lists: Readonly<Record<string, { readonly label: string; readonly List: () => ReactNode }>> = {
  open: { label: 'Open', List: () => <CaseList which="open" /> },
  mine: { label: 'Mine', List: () => <CaseList which="mine" /> },
  done: { label: 'Done', List: () => <CaseList which="closed" /> },
  bans: { label: 'Bans', List: () => <BanList which="standing" /> },
  lifted: { label: 'Lifted', List: () => <BanList which="lifted" /> },
  campuses: { label: 'Campuses', List: CampusList },
  searches: { label: 'Searches', List: SearchList },
  statistics: { label: 'Statistics', List: Statistics },
  log: { label: 'Log', List: AuditList },
};

/** `/moderation`: reports, bans, the privacy of campuses, popular searches, statistics, and what moderators did; live. */
export default function ModerationPage() {
  const { list = '' } = useParams();
  usePageTitle('Moderation');
  const found = Object.hasOwn(lists, list) ? lists[list] : undefined;
  const tabs = useRef<HTMLElement>(null);
  // On a narrow screen the tabs scroll sideways.
  useEffect(() => {
    if (list !== '')
      tabs.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list]);
  if (found === undefined) return <Navigate replace to="/moderation/open" />;
  const { List } = found;
  return (
    <>
      <PageHeader variant="tab" title="Moderation" needsNetwork />
      <nav ref={tabs} className={styles.tabs} aria-label="Moderation">
        {Object.entries(lists).map(([key, { label }]) => (
          <NavLink key={key} to={`/moderation/${key}`} replace className={styles.tab}>
            {label}
          </NavLink>
        ))}
      </nav>
      <List />
    </>
  );
}
