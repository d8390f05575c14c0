import { Link } from 'react-router';
import { AD_STATUS_LABELS } from '#domain/ad/statusRules.ts';
import { moderationReasons } from '#domain/kernel/moderation.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type ModeratedAd, moderatedAds } from '#projections/ad/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { Entries, PersonLink, useAct } from '../report/face.ts';
import styles from './Ads.module.css';
import { askDialog } from './dialogs.ts';
import { instantText } from './instantText.ts';

/** The ads of all campuses that were paid, the last change first: moderators hold them, let them go on, or end them (Q62). */
export function ModeratedAds() {
  return (
    <Entries
      label="Ads"
      topic={topicName.moderatedAds('paid')}
      collection={moderatedAds}
      empty="No ad was paid yet"
      entry={(ad) => <Entry ad={ad} />}
    />
  );
}

function Entry({ ad }: { readonly ad: ModeratedAd }) {
  const { post, author, title, website, label, status, startsAt, rejection } = ad;
  return (
    <div className={styles.looked}>
      <p>
        <strong>
          <bdi>{reveal(title) ?? 'Boost Post'}</bdi>
        </strong>{' '}
        by <PersonLink id={author} />
      </p>
      <p className={styles.soft}>
        {AD_STATUS_LABELS[status]}
        {startsAt !== null && `, from ${instantText(startsAt)}`}
        {rejection !== null && `: ${moderationReasons[rejection]}`} ·{' '}
        {reveal(website) === null ? label : `${label} (${reveal(website)})`} ·{' '}
        <Link to={`/post/${post}`}>Go to the post</Link>
      </p>
      <Acts ad={ad} />
    </div>
  );
}

function Acts({ ad: { id: adId, post: postId, status, title } }: { readonly ad: ModeratedAd }) {
  const act = useAct();
  const name = reveal(title) ?? 'Boost Post';
  const give = async (type: 'ReviewAd' | 'ApproveAd', done: string) => {
    const answer = await act(type, { postId, adId });
    showAlert(answer.ok ? 'success' : 'danger', answer.ok ? done : answer.text);
  };
  const isHeld = status === 'in review' || status === 'scheduled';
  const isShown = status === 'active' || status === 'paused' || status === 'scheduled';
  return (
    <div className={styles.acts}>
      {isShown && (
        <Button size="small" aria-label={`Review ${name}`} onClick={() => give('ReviewAd', 'Ad in review')}>
          Review
        </Button>
      )}
      {isHeld && (
        <Button size="small" aria-label={`Approve ${name}`} onClick={() => give('ApproveAd', 'Ad approved')}>
          Approve
        </Button>
      )}
      {status === 'in review' && (
        <Button
          size="small"
          aria-label={`Schedule ${name}`}
          onClick={() => openDialog(askDialog, { act: 'ScheduleAd', postId, adId })}
        >
          Schedule
        </Button>
      )}
      {isHeld && (
        <Button
          size="small"
          variant="danger"
          aria-label={`Reject ${name}`}
          onClick={() => openDialog(askDialog, { act: 'RejectAd', postId, adId })}
        >
          Reject
        </Button>
      )}
    </div>
  );
}
