import { useMemo } from 'react';
import { type Kept, kept as keptByKit } from '../kit/kept.ts';
import { kept as keptBySession } from '../session/kept.ts';
import { kept as keptBySync } from '../sync/kept.ts';
import { kept as keptByWriting } from '../writing/kept.ts';
import { kept as keptByShell } from './kept.ts';
import { useSettingsParts } from './settingsParts.ts';

const keptByLayers = [...keptBySession, ...keptByKit, ...keptBySync, ...keptByWriting, ...keptByShell];

/** Where the browser keeps something, in the order of the list. */
const PLACES: Readonly<Record<Kept['where'], string>> = {
  cookie: 'Cookie',
  device: 'Storage of this device,',
  database: 'Database of this device,',
  tab: 'Storage of the tab, until you close it,',
};

/** Everything that the site keeps in a browser: what its layers and its nouns name, a point each (Q74). */
export default function KeptList() {
  const parts = useSettingsParts();
  const byPlace = useMemo(() => {
    const all = [...keptByLayers, ...parts.flatMap(({ kept = [] }) => kept)];
    return Object.entries(PLACES).flatMap(([place, words]) =>
      all.filter(({ where }) => where === place).map(({ name, use }) => `${words} ${name}: ${use}`),
    );
  }, [parts]);
  return (
    <ul>
      {byPlace.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
