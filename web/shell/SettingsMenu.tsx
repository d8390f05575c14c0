import { ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { NavLink } from 'react-router';
import type { SettingsLink } from '../noun.ts';
import { useViewer } from '../session/useViewer.ts';
import { inOrder, linksFor } from './registry.ts';
import styles from './SettingsMenu.module.css';
import { useSettingsParts } from './settingsParts.ts';

/** The menu of settings with the entries of all nouns, and a title above each group (SETT-02, SETT-03). */
export default function SettingsMenu() {
  const viewer = useViewer();
  const parts = useSettingsParts();
  const links = useMemo(() => inOrder(parts.flatMap(({ menu = [] }) => menu)), [parts]);
  const groups = Map.groupBy(linksFor(links, viewer.status === 'visitor' ? 'visitor' : 'user'), ({ group }) => group);
  return (
    <nav className={styles.menu} aria-label="Settings">
      {[...groups].map(([group, entries]) => (
        <div key={group ?? ''}>
          {group !== undefined && <h3>{group}</h3>}
          <ul>
            {entries.map((link) => (
              <li key={link.to}>
                <Entry link={link} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ link: { to, label, icon: Icon } }: { readonly link: SettingsLink }) {
  return (
    <NavLink className={styles.entry} to={to}>
      <Icon size={20} aria-hidden />
      <span>{label}</span>
      <ChevronRight className={styles.arrow} size={18} aria-hidden />
    </NavLink>
  );
}
