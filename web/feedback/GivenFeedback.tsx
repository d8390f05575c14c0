import { reveal } from '#domain/kernel/personal.ts';
import { feedback } from '#projections/feedback/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Age } from '../kit/Age.tsx';
import { Button } from '../kit/Button.tsx';
import { Spinner } from '../kit/Spinner.tsx';
import { site } from '../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import styles from './FeedbackPage.module.css';

/** The feedback from this campus, newest first and live; for moderators. */
export function GivenFeedback() {
  const name = topicName.feedback(site.id);
  const topic = useTopic(name);
  const given = useDocuments(feedback, useWindow(name));
  return (
    <section>
      <h2>What people wrote</h2>
      {topic.status !== 'live' && given.length === 0 && <TopicWaiting topic={topic} skeleton={<Spinner />} />}
      {topic.status === 'live' && given.length === 0 && <p className={styles.soft}>Nothing yet.</p>}
      <ul className={styles.given}>
        {given.map(({ id, text, at }) => (
          <li key={id}>
            <p dir="auto">{reveal(text) ?? 'Deleted with its account.'}</p>
            <span className={styles.soft}>
              <Age at={at} />
            </span>
          </li>
        ))}
      </ul>
      {topic.hasMore && <Button onClick={topic.loadMore}>Show more</Button>}
    </section>
  );
}
