import { Checkbox } from '../kit/Field.tsx';
import { useSend } from '../sync/hooks.ts';
import styles from './SettingsForm.module.css';
import { ACCOUNT_PATH } from './SettingsForm.tsx';
import { SettingsHeader } from './SettingsHeader.tsx';
import { useOwnSettings } from './useOwnSettings.ts';

/** `/settings/account/notifications`: whether mails are wanted (NOTF-10, Q52). */
export default function EmailNotificationsPage() {
  const wanted = useOwnSettings()?.emailNotifications ?? true;
  const send = useSend();
  return (
    <>
      <SettingsHeader title="Email notifications" up={ACCOUNT_PATH} />
      <div className={styles.form}>
        <Checkbox checked={wanted} onChange={() => send('ChangeEmailNotifications', { wanted: !wanted })}>
          Send me emails about what happens on my campus
        </Checkbox>
        <p className={styles.lead}>
          Emails about your account itself, such as codes and changes of your address, always come. Every other email
          has a link to unsubscribe.
        </p>
      </div>
    </>
  );
}
