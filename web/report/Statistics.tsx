import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { findCampus } from '#domain/campus/registry.ts';
import { type OptOut, optOuts, productUse } from '#projections/analytics/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Age } from '../kit/Age.tsx';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { EmptyState } from '../kit/State.tsx';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { Entries, PersonLink } from './Entries.tsx';
import styles from './ModerationPage.module.css';
import { useAct } from './useAct.ts';

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** How much the product is used, and the internal accounts that do not count (GUARD-12). */
export function Statistics() {
  return (
    <>
      <h2 className={styles.section}>Days</h2>
      <p className={styles.lead}>Every campus but the generic site. Log-ins are not counted in development.</p>
      <Days />
      <h2 className={styles.section}>Internal accounts</h2>
      <p className={styles.lead}>
        What they do counts nowhere above. Add one by “Leave out of the statistics” in the menu of its profile.
      </p>
      <Entries
        label="Internal accounts"
        topic={topicName.optOuts('all')}
        collection={optOuts}
        empty="Every account counts"
        entry={(optOut) => <OptOutEntry optOut={optOut} />}
      />
    </>
  );
}

function Days() {
  const name = topicName.productUse('all');
  const topic = useTopic(name);
  const days = useDocuments(productUse, useWindow(name));
  const isKnown = topic.status === 'live' || topic.status === 'stale';
  if (days.length === 0 && !isKnown) return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={2} />} />;
  if (days.length === 0) return <EmptyState icon={<ChartNoAxesColumn size={32} />} title="Nothing was counted yet" />;
  return (
    <>
      <table className={styles.numbers} aria-label="Days">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Campus</th>
            <th scope="col" className={styles.number}>
              Sign-ups
            </th>
            <th scope="col" className={styles.number}>
              Posts
            </th>
            <th scope="col" className={styles.number}>
              Log-ins
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ id, day, campus, registrations, posts, logins }) => (
            <tr key={id}>
              <td>{date.format(new Date(day))}</td>
              <td>{findCampus(campus)?.name ?? campus}</td>
              <td className={styles.number}>{registrations}</td>
              <td className={styles.number}>{posts}</td>
              <td className={styles.number}>{logins}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {topic.hasMore && (
        <div className={styles.more}>
          <Button wide onClick={topic.loadMore}>
            Show earlier days
          </Button>
        </div>
      )}
    </>
  );
}

function OptOutEntry({ optOut: { id, by, at } }: { readonly optOut: OptOut }) {
  const act = useAct();
  const [busy, setBusy] = useState(false);
  const count = async () => {
    setBusy(true);
    const answer = await act('OptIntoAnalytics', { userId: id });
    setBusy(false);
    if (!answer.ok) showAlert('danger', answer.text);
  };
  return (
    <div className={styles.line}>
      <div>
        <strong>
          <PersonLink id={id} />
        </strong>
        <p className={styles.meta}>
          Left out by <PersonLink id={by} /> · <Age at={at} />
        </p>
      </div>
      <Button size="small" busy={busy} onClick={count}>
        Count again
      </Button>
    </div>
  );
}
