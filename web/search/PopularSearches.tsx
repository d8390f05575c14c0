import { Search as Glass, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { EmptyState } from '../kit/State.tsx';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { addressOf } from './address.ts';
import styles from './SearchPage.module.css';
import { usePopular } from './useLists.ts';

/** The page without words: the campus's popular searches (SRCH-11). */
export default function PopularSearches() {
  const { topic, popular } = usePopular();
  if (popular.length > 0) {
    return (
      <section className={styles.popular} aria-label="Popular searches">
        <h2>Popular searches</h2>
        <ol>
          {popular.map(({ text, views }) => (
            <li key={text}>
              <Link to={addressOf({ text })}>
                <TrendingUp size={20} aria-hidden />
                <bdi>{text}</bdi>
                <span>
                  {views.toLocaleString('en-US')} {views === 1 ? 'search' : 'searches'}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </section>
    );
  }
  if (topic.status !== 'live' && topic.status !== 'stale') {
    return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={3} />} />;
  }
  return <EmptyState icon={<Glass size={32} />} title="Start typing to search" text="Try searching for keywords" />;
}
