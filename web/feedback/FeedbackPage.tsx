import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { feedbackAccess } from '#domain/feedback/access.ts';
import { ExternalButton } from '../kit/Button.tsx';
import { LANDING_PATH } from '../session/guard.ts';
import { site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { SettingsHeader } from '../settings/face.ts';
import { FeedbackForm } from './FeedbackForm.tsx';
import styles from './FeedbackPage.module.css';
import { GivenFeedback } from './GivenFeedback.tsx';

/** `/settings/feedback` (SETT-15): a form for the signed-in, the social account for everyone, and what came for moderators. */
export default function FeedbackPage() {
  const viewer = useViewer();
  const { account, url } = site.contact.social;
  return (
    <>
      <SettingsHeader title="Give Us Feedback" needsNetwork />
      <div className={styles.page}>
        <p>What is missing, what is in your way, what do you like? We read everything.</p>
        {viewer.status === 'visitor' ? (
          <p>
            <Link className={styles.link} to={LANDING_PATH}>
              Log in or sign up
            </Link>{' '}
            to write to us here.
          </p>
        ) : (
          <FeedbackForm />
        )}
        <p className={styles.soft}>Or write to us where you are anyway:</p>
        <div>
          <ExternalButton href={url} icon={<MessageCircle size={20} aria-hidden />}>
            Message {account}
          </ExternalButton>
        </div>
        {feedbackAccess.maySee(viewer.access) && <GivenFeedback />}
      </div>
    </>
  );
}
