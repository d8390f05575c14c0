import { useEffect, useRef } from 'react';
import { Navigate, NavLink, useParams } from 'react-router';
import styles from './Console.module.css';
import { useConsoleTabs } from './consoleTabs.ts';

/** The moderators' console: the tabs of all nouns, and the list of the one that the address names; else of the first. */
export default function Console() {
  const { list = '' } = useParams();
  const tabs = useConsoleTabs();
  const bar = useRef<HTMLElement>(null);
  // On a narrow screen the tabs scroll sideways.
  useEffect(() => {
    if (list !== '')
      bar.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list]);
  const found = tabs.find(({ path }) => path === list);
  if (found === undefined) return <Navigate replace to={`/moderation/${tabs[0]?.path}`} />;
  const { List } = found;
  return (
    <>
      <nav ref={bar} className={styles.tabs} aria-label="Moderation">
        {tabs.map(({ path, label }) => (
          <NavLink key={path} to={`/moderation/${path}`} replace className={styles.tab}>
            {label}
          </NavLink>
        ))}
      </nav>
      <List key={found.path} />
    </>
  );
}
