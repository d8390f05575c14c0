import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ownBoosts } from '#projections/ad/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { showAlert } from '../kit/alertStore.ts';
import { leaveNotice } from '../kit/navigation/notices.ts';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { Spinner } from '../kit/Spinner.tsx';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { SOMETHING_WENT_WRONG } from '../sync/showRefusal.ts';
import styles from './Ads.module.css';
import { leftForPaymentOf } from './checkout.ts';

/** Milliseconds within which a payment is known, with its message or without: the provider is asked each minute (BOOST-20). */
const ACTIVATED_WITHIN_MS = 180_000;

/**
 * `/post/{id}/boost/success` waits until the house knows of the payment, live (BOOST-11, Q60). `/post/{id}/boost/cancel` takes
 * the ad back that this tab was left to pay for (BOOST-12). Both lead to the post.
 */
export default function AfterCheckout() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const isCancel = pathname.endsWith('/cancel');
  const topic = useTopic(topicName.post(id));
  const newest = useDocument(ownBoosts, id)?.newest;
  // Before it is connected, a page may lack an ad that was made a moment ago.
  const isKnown = topic.status === 'live' || topic.status === 'refused';
  const leave = useLeave(id);
  const { cancel, isAsked } = useCancel(id, leave);

  useEffect(() => {
    // Its row may be here before the answer that it was taken back, which leads on.
    if (!isKnown || isAsked.current) return;
    // Another tab may have begun another ad, which is to be paid there: that one stays.
    const given = isCancel ? leftForPaymentOf(id) : null;
    if (given !== null && newest?.ad !== given) leave(null);
    else if (newest?.status !== 'checkout') leave(newest?.status === 'active' ? 'actived_ad' : null);
    else if (isCancel) void cancel(newest.ad);
  }, [isKnown, newest, isCancel, id, cancel, isAsked, leave]);

  useEffect(() => {
    if (isCancel) return;
    const timer = setTimeout(() => {
      showAlert('danger', 'Failed to activate ad');
      leave(null);
    }, ACTIVATED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isCancel, leave]);

  return (
    <>
      <PageHeader variant="detail" title="Boost Post" />
      <div className={styles.waiting} role="status">
        <Spinner />
        <p>{isCancel ? 'Taking your request back...' : 'Waiting for your payment. This can take a minute.'}</p>
      </div>
    </>
  );
}

/** Leads to the post, once, with a notice there. */
function useLeave(postId: string) {
  const navigate = useNavigate();
  const left = useRef(false);
  return useRef((notice: string | null) => {
    if (left.current) return;
    left.current = true;
    if (notice !== null) leaveNotice(notice, 'true');
    navigate(`/post/${postId}`, { replace: true });
  }).current;
}

/** Takes an ad back, once, and leads to the post. */
function useCancel(postId: string, leave: (notice: string | null) => void) {
  const send = useDirectCommand();
  const isAsked = useRef(false);
  const cancel = useRef(async (adId: string) => {
    isAsked.current = true;
    try {
      await send('CancelCheckout', { postId, adId });
      leave('cancelled_ad');
    } catch (error) {
      console.error(error);
      showAlert('danger', SOMETHING_WENT_WRONG);
      leave(null);
    }
  }).current;
  return { cancel, isAsked };
}
