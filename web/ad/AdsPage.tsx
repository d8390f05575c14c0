import { Megaphone } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { AD_STATUS_LABELS } from '#domain/ad/statusRules.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Ad, ads } from '#projections/ad/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Button } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { cx } from '../kit/cx.ts';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { EmptyState } from '../kit/State.tsx';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { AdDetail } from './AdDetail.tsx';
import styles from './Ads.module.css';

/** `/ads` and `/ads/{id}`: one's ads, newest first, and one of them beside the list or, on phones, alone (BOOST-24). */
export default function AdsPage() {
  const { id } = useParams();
  return (
    <>
      <PageHeader variant="detail" title="Manage Ads" needsNetwork />
      <div className={cx(styles.split, id !== undefined && styles.withDetail)}>
        <div className={styles.list}>
          <AdList chosen={id} />
        </div>
        {id !== undefined && (
          <div className={styles.detail}>
            <AdDetail adId={id} />
          </div>
        )}
      </div>
    </>
  );
}

function AdList({ chosen }: { readonly chosen: string | undefined }) {
  const userId = useSession((session) => session.userId);
  const name = userId === null ? null : topicName.ownAds(site.id, userId);
  const topic = useTopic(name);
  const own = useDocuments(ads, useWindow(name)).filter(({ list }) => list !== null);
  const isKnown = topic.status === 'live' || topic.status === 'stale';
  if (own.length === 0) {
    if (!isKnown) return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={3} label="Loading ads" />} />;
    return (
      <EmptyState icon={<Megaphone size={32} />} title="No Ads" text="Boost one of your posts, and it shows up here." />
    );
  }
  return (
    <>
      <ul aria-label="Your ads">
        {own.map((ad) => (
          <AdRow key={ad.id} ad={ad} isChosen={ad.id === chosen} />
        ))}
      </ul>
      {topic.hasMore && (
        <Button busy={topic.loadingMore} onClick={topic.loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

function AdRow({ ad, isChosen }: { readonly ad: Ad; readonly isChosen: boolean }) {
  const { id, title, status } = ad;
  return (
    <li>
      <Link
        className={cx(styles.row, isChosen && styles.chosen)}
        to={`/ads/${id}`}
        aria-current={isChosen || undefined}
      >
        <span className={styles.title}>{reveal(title) ?? 'Boost Post'}</span>
        <span className={styles.soft}>{status === 'removed' ? '' : AD_STATUS_LABELS[status]}</span>
      </Link>
    </li>
  );
}
