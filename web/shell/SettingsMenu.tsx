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
  const runs = runsOf(linksFor(links, viewer.status === 'visitor' ? 'visitor' : 'user'));
  return (
    <nav className={styles.menu} aria-label="Settings">
      {runs.map(({ group, entries }) => (
        <div key={entries[0]?.to}>
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

interface Run {
  readonly group: string | undefined;
  readonly entries: SettingsLink[];
}

/** The entries in their order, those of one group under its title: what follows a group stays below it. */
function runsOf(links: readonly SettingsLink[]): readonly Run[] {
  const runs: Run[] = [];
  for (const link of links) {
    const last = runs.at(-1);
    if (last !== undefined && last.group === link.group) last.entries.push(link);
    else runs.push({ group: link.group, entries: [link] });
  }
  return runs;
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
