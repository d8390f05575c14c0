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
import { NARROW_MAX_PX, useMediaQuery } from '../kit/useMediaQuery.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { type TopicView, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { AdDetail } from './AdDetail.tsx';
import styles from './Ads.module.css';
import { spentText } from './spent.ts';
import { useNow } from './useNow.ts';

/**
 * `/ads` and `/ads/{id}`: one's ads, newest first, and one of them beside the list, at first the newest; on narrow screens
 * either (BOOST-24).
 */
export default function AdsPage() {
  const { id } = useParams();
  const isAlone = useMediaQuery(`(max-width: ${NARROW_MAX_PX}px)`);
  const { own, topic } = useOwnAds();
  const shown = id ?? (isAlone ? undefined : own[0]?.id);
  return (
    <>
      <PageHeader variant="detail" title="Manage Ads" needsNetwork />
      <div className={cx(styles.split, shown !== undefined && styles.withDetail)}>
        <div className={styles.list}>
          <AdList own={own} topic={topic} chosen={shown} />
        </div>
        {shown !== undefined && (
          <div key={shown} className={styles.detail}>
            <AdDetail adId={shown} />
          </div>
        )}
      </div>
    </>
  );
}

function useOwnAds(): { readonly own: readonly Ad[]; readonly topic: TopicView } {
  const userId = useSession((session) => session.userId);
  const name = userId === null ? null : topicName.ownAds(site.id, userId);
  const topic = useTopic(name);
  return { own: useDocuments(ads, useWindow(name)).filter(({ list }) => list !== null), topic };
}

function AdList(props: {
  readonly own: readonly Ad[];
  readonly topic: TopicView;
  readonly chosen: string | undefined;
}) {
  const { own, topic, chosen } = props;
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
  const now = useNow();
  return (
    <li>
      <Link
        className={cx(styles.row, isChosen && styles.chosen)}
        to={`/ads/${id}`}
        aria-current={isChosen || undefined}
      >
        <span className={styles.title}>
          <bdi>{reveal(title) ?? 'Boost Post'}</bdi>
        </span>
        <span className={styles.soft}>
          <span>{status === 'removed' ? '' : AD_STATUS_LABELS[status]}</span> · {spentText(ad, now)}
        </span>
      </Link>
    </li>
  );
}
