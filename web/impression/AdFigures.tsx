import { lazy, Suspense, useEffect, useState } from 'react';
import { countersOf } from '#domain/impression/actions.ts';
import type { Ad } from '#projections/ad/collections.ts';
import { adFigures, figureDays } from '#projections/impression/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Button } from '../kit/Button.tsx';
import { persistently } from '../kit/persistently.ts';
import { saveFile } from '../kit/saveFile.ts';
import { useServerNow } from '../kit/time/useServerNow.ts';
import { useDocument, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import styles from './Figures.module.css';
import { FigureTable } from './FigureTable.tsx';
import { allDays, asCsv, lastHours, type Point } from './series.ts';
import { COUNTER_LABELS, clicksOf, saidCount, saidRate } from './words.ts';

/** The library of the charts is large, and for this page alone. Without it the table below has the same figures. */
const Chart = lazy(() =>
  persistently(() => import('./Chart.tsx')).catch((error: unknown) => {
    console.warn('The chart cannot be drawn.', error);
    return { default: NoChart };
  }),
);

function NoChart() {
  return <p>The chart cannot be drawn now. The table below has the same figures.</p>;
}

/** The figures of an ad, live: its counters, its rate, charts by hour and day with a table behind (ANLT-05, ANLT-06, Q68). */
export function AdFigures({ ad }: { readonly ad: Ad }) {
  useTopic(topicName.adFigures(ad.id));
  const counters = countersOf(useDocument(adFigures, ad.id));
  const clicks = clicksOf(counters, ad.goal);
  return (
    <section className={styles.figures} aria-label="Analytics">
      <h2 className={styles.heading}>Analytics</h2>
      <dl className={styles.counters}>
        {COUNTER_LABELS.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{saidCount(counters[name])}</dd>
          </div>
        ))}
        <div>
          <dt>Click rate</dt>
          <dd>{saidRate(clicks, counters.views)}</dd>
        </div>
      </dl>
      {ad.startTime !== null && <OverTime ad={ad} startTime={ad.startTime} />}
    </section>
  );
}

type Step = 'day' | 'hour';
const STEPS: readonly (readonly [Step, string])[] = [
  ['day', 'By day'],
  ['hour', 'By hour'],
];

function OverTime({ ad, startTime }: { readonly ad: Ad; readonly startTime: string }) {
  const [step, setStep] = useState<Step>('day');
  const days = useDays(ad.id);
  const until = useUntil(ad);
  const points = step === 'day' ? allDays(days, startTime, until) : lastHours(days, until);
  const save = () => saveFile(new Blob([asCsv(days)], { type: 'text/csv' }), `quad-ad-${ad.id}.csv`);
  return (
    <>
      <fieldset className={styles.steps}>
        <legend className={styles.legend}>Steps of the chart</legend>
        {STEPS.map(([each, label]) => (
          <Button key={each} size="small" aria-pressed={step === each} onClick={() => setStep(each)}>
            {label}
          </Button>
        ))}
        <Button size="small" onClick={save}>
          Download CSV
        </Button>
      </fieldset>
      <Drawn points={points} goal={ad.goal} step={step} />
    </>
  );
}

function Drawn({ points, goal, step }: { readonly points: readonly Point[]; readonly goal: Ad['goal']; step: Step }) {
  const caption = step === 'day' ? 'Views and clicks by day' : 'Views and clicks by hour';
  const bars = points.map((each) => ({ label: each.label, views: each.views, clicks: clicksOf(each, goal) }));
  return (
    <figure className={styles.figure}>
      <figcaption>{caption}</figcaption>
      <div className={styles.chart}>
        <Suspense fallback={null}>
          <Chart points={bars} title={caption} />
        </Suspense>
      </div>
      <FigureTable points={points} caption={caption} />
    </figure>
  );
}

/** The days of an ad that are known, all of them before long. */
function useDays(adId: string) {
  const name = topicName.figureDays(adId);
  const { hasMore, loadingMore, loadMore } = useTopic(name);
  useEffect(() => {
    if (hasMore && !loadingMore) loadMore();
  }, [hasMore, loadingMore, loadMore]);
  return useDocuments(figureDays, useWindow(name));
}

/** Milliseconds between two looks at the clock. */
const LOOK_EVERY_MS = 60_000;

/** The end of the charts: now, or the end of an ad that is over. */
function useUntil({ status, endTime, lastModified }: Ad): string {
  const now = useServerNow(LOOK_EVERY_MS);
  if (status === 'completed' && endTime !== null) return endTime;
  return status === 'stopped' || status === 'rejected' ? lastModified : now;
}
