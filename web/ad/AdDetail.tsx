import { Megaphone } from 'lucide-react';
import { Link } from 'react-router';
import { minutesRun, saidDuration, saidTimeLeft, spentAfter } from '#domain/ad/spending.ts';
import { AD_STATUS_LABELS, hasSpending } from '#domain/ad/statusRules.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { formatCents } from '#domain/kernel/money.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Ad, ads } from '#projections/ad/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { AdFigures } from '../impression/face.ts';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { EmptyState } from '../kit/State.tsx';
import { useSession } from '../session/session.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { AdNotice } from './AdNotice.tsx';
import styles from './Ads.module.css';
import { type AskedAct, askDialog } from './dialogs.ts';
import { TitleForm } from './TitleForm.tsx';
import { useNow } from './useNow.ts';

/** One ad, live: status, time left, spending, and what its owner can do (BOOST-15 to 19, BOOST-22, BOOST-26, BOOST-27). */
export function AdDetail({ adId }: { readonly adId: string }) {
  const isId = idSchema.safeParse(adId).success;
  const topic = useTopic(isId ? topicName.ad(adId) : null);
  const ad = useDocument(ads, isId ? adId : null);
  const isGone =
    !isId || topic.refusal?.code === 'AD_DELETED' || topic.refusal?.code === 'AD_UNKNOWN' || ad?.list === null;
  if (isGone) return <EmptyState icon={<Megaphone size={32} />} title="Sorry, that ad has been deleted." />;
  if (ad === undefined)
    return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={1} label="Loading the ad" />} />;
  return <Detail ad={ad} />;
}

function Detail({ ad }: { readonly ad: Ad }) {
  const now = useNow();
  const { status, post, label, goal, website, runUntilPaused, durationMinutes, amountBudgeted } = ad;
  const running = runningOf(ad);
  return (
    <article className={styles.panel} aria-label={reveal(ad.title) ?? 'Boost Post'}>
      <TitleForm key={ad.id} ad={ad} />
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>{status === 'removed' ? '' : AD_STATUS_LABELS[status]}</dd>
        {running !== null && (
          <>
            <dt>Time left</dt>
            <dd>{hasEnded(status) ? 'Expired' : saidTimeLeft(running, now)}</dd>
          </>
        )}
        <dt>Duration</dt>
        <dd>{runUntilPaused ? 'Until paused' : saidDuration(durationMinutes)}</dd>
        <dt>Spent</dt>
        <dd>{spentText(ad, now)}</dd>
        <dt>Button</dt>
        <dd>{goal === 'website' ? `${label} (${reveal(website) ?? ''})` : label}</dd>
      </dl>
      {hasSpending(status === 'removed' ? 'checkout' : status) && (
        <progress
          className={styles.bar}
          max={amountBudgeted}
          value={spentOf(ad, now)}
          aria-label="Spent of the budget"
        />
      )}
      <AdNotice ad={ad} />
      <Acts ad={ad} />
      <AdFigures ad={ad} />
      <Link className={styles.soft} to={`/post/${post}`}>
        Go to the post
      </Link>
    </article>
  );
}

function hasEnded(status: Ad['status']): boolean {
  return status === 'stopped' || status === 'completed' || status === 'rejected';
}

function runningOf({ startTime, endTime, pausedAt }: Ad) {
  return startTime === null || endTime === null ? null : { startTime, endTime, pausedAt };
}

/** Cents that the ad has spent by now: those that are posted, and of a running one those since. */
function spentOf(ad: Ad, now: string): number {
  const running = runningOf(ad);
  if (ad.status !== 'active' || running === null) return ad.totalSpent;
  return Math.max(ad.totalSpent, spentAfter(minutesRun(running, ad, now), ad));
}

/** BOOST-16. */
function spentText(ad: Ad, now: string): string {
  if (ad.status === 'removed' || !hasSpending(ad.status)) return '--';
  return `${formatCents(spentOf(ad, now))} of ${formatCents(ad.amountBudgeted)}`;
}

function Acts({ ad: { id: adId, post: postId, status } }: { readonly ad: Ad }) {
  const canPay = useSession((session) => session.payments);
  const ask = (act: AskedAct['act']) => openDialog(askDialog, { act, postId, adId });
  const isOver = hasEnded(status);
  return (
    <div className={styles.acts}>
      {status === 'active' && <Button onClick={() => ask('PauseAd')}>Pause Ad</Button>}
      {status === 'paused' && (
        <Button variant="primary" onClick={() => ask('ResumeAd')}>
          Resume Ad
        </Button>
      )}
      {(status === 'active' || status === 'paused') && (
        <Button variant="danger" onClick={() => ask('StopAd')}>
          Stop Ad
        </Button>
      )}
      {canPay && (isOver || status === 'checkout') && (
        <ButtonLink variant="primary" to={`/post/${postId}/boost`}>
          {isOver ? 'Boost Again' : 'Boost for $5'}
        </ButtonLink>
      )}
    </div>
  );
}
